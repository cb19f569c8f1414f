import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// URLs that reach the broker and are not requests that it can answer with tokens.
@Suite("unreadable requests")
struct UnreadableRequestTests {
    private func url(_ app: BrokeredApp, without name: String, instead value: String? = nil) throws -> String {
        var parameters = try app.request().parameters.pairs.filter { $0.name != name }.map { ($0.name, $0.value) }
        if let value { parameters.append((name, value)) }
        return "\(BrokerIdentity.keyfob.address(.msal))?"
            + parameters.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }

    @Test(
        "The app gets an error where its address and key can be read",
        arguments: [
            ("authority", nil), ("authority", "http://x"), ("client_id", nil), ("scope", nil),
            ("msg_protocol_ver", "1"),
        ])
    func answered(name: String, value: String?) async throws {
        let app = BrokeredApp.a
        let fixture = try await BrokerFixture()
        var url = try url(app, without: name, instead: value)
        if name == "scope" { url = url.replacing("extra_oidc_scopes=", with: "other=") }
        guard case .open(let reply) = try await fixture.broker().handle(url: url, caller: nil) else {
            Issue.record("The request got no response.")
            return
        }
        let members = try GenuineReaders.members(of: reply.reveal())
        let answer = try GenuineReaders.decrypted(members, app.key)
        #expect(reply.reveal().hasPrefix("\(app.redirectURI)/broker?"))
        #expect(answer["broker_error_domain"] == "MSALErrorDomain" && answer["broker_error_code"] == "-42002")
        #expect(answer["broker_nonce"]?.isEmpty == false && answer["access_token"] == nil)
        #expect(fixture.wire.exchanges.isEmpty && fixture.screen.occasions.isEmpty)
    }

    @Test("Nothing is opened where they cannot, and nothing goes to an app other than the one that the device names")
    func refused() async throws {
        let fixture = try await BrokerFixture()
        for url in [
            try url(.a, without: "redirect_uri"), try url(.a, without: "broker_key"),
            try url(.a, without: "redirect_uri", instead: "https://contoso.test/app") + "&x=1",
            "\(BrokerIdentity.keyfob.address(.msal))?", "https://contoso.test/",
        ] {
            guard case .refused = try await fixture.broker().handle(url: url, caller: nil) else {
                Issue.record("It got a response: \(url)")
                continue
            }
        }
        let other = BrokeredApp(bundleID: "test.evil", teamID: "EVIL").caller(.url)
        guard case .refused = try await fixture.broker().handle(url: url(.a, without: "authority"), caller: other)
        else {
            Issue.record("Another app's request got a response.")
            return
        }
    }
}
