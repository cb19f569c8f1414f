import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import Testing

@testable import KeyfobBrokerCore

/// The credential of an account goes to that account's provider, whatever host the app or a page names.
@Suite struct CredentialTests {
    @Test(arguments: ["https://evil.test/common", "https://localhost:8443/common"])
    func `the primary refresh token is sent to the account's own provider only`(authority: String) async throws {
        let fixture = try await BrokerFixture()
        let engine = try fixture.broker()
        _ = try await BrokeredApp.a.ask(engine, .login)
        let account = try #require(engine.core.vault.state.accounts.first)
        let asked = try Authority(authority)
        let request = try BrokeredApp.a.request { $0.authority = asked }
        let order = try BrokerTokenRequest(
            request, app: RequestingApp(name: "A", bundleID: "test.contoso.a", isVerified: true), caller: nil)
        let credentials = SignInCredentials(engine.core, order: order, identity: WebIdentity(account: account))
        for host in ["evil.test", "localhost", "localhost:8444", "localhost.evil.test:8443"] {
            let url = try #require(HTTPURL("https://\(host)/common/oauth2/v2.0/authorize"))
            #expect(await credentials.singleSignOn(at: url, nonce: "N") == nil, "\(host)")
        }
        let own = try #require(HTTPURL("https://\(Contoso.host)/common/oauth2/v2.0/authorize"))
        #expect(await credentials.singleSignOn(at: own, nonce: "N") != nil)
    }

    @Test(arguments: ["https://evil.test/common", "https://localhost:8443/common"])
    func `the device's key answers only the provider at which the device is registered`(authority: String)
        async throws
    {
        let fixture = try await BrokerFixture()
        let engine = try fixture.broker()
        _ = try await BrokeredApp.a.ask(engine, .login)
        let asked = try Authority(authority)
        let request = try BrokeredApp.a.request { $0.authority = asked }
        let order = try BrokerTokenRequest(
            request, app: RequestingApp(name: "A", bundleID: "test.contoso.a", isVerified: true), caller: nil)
        let credentials = SignInCredentials(engine.core, order: order, identity: WebIdentity())
        func challenge(_ host: String) -> String {
            PKeyAuthChallenge(
                context: "c", nonce: "n", submitURL: HTTPURL("https://\(host)/answer"), tenantID: Contoso.tenantID
            ).url
        }
        for host in ["evil.test", "localhost", "localhost:8444", "login.microsoftonline.com"] {
            // The absence of such a key is an answer, too.
            let answer = await credentials.answer(to: challenge(host))?.fields["Authorization"] ?? ""
            #expect(!answer.contains("AuthToken"), "\(host)")
        }
        let own = await credentials.answer(to: challenge(Contoso.host))?.fields["Authorization"] ?? ""
        #expect(own.contains("AuthToken"))
    }
}
