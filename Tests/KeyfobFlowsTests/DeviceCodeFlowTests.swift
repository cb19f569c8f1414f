import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("The device code flow")
struct DeviceCodeFlowTests {
    private let issuer = Issuer()
    private var code: HTTPResponse {
        .json(
            DeviceAuthorizationResponse(
                deviceCode: Secret("device-code"), userCode: "ABC123DEF", verificationURI: "https://login.test/device",
                expiresIn: 900, interval: 5
            ).json())
    }

    private func flow(_ change: (inout ProviderMetadata) -> Void = { _ in }) throws -> DeviceCodeFlow {
        var metadata = try issuer.metadata()
        change(&metadata)
        return DeviceCodeFlow(
            DeviceCodeFlowParameters(clientID: Issuer.client, authority: issuer.authority, scopes: [Issuer.scope]),
            metadata: metadata, random: SystemRandomSource())
    }

    /// Returns a flow that has polled once and waits for the response.
    private func polling() throws -> DeviceCodeFlow {
        var flow = try flow()
        _ = flow.handle(.start, at: Issuer.now)
        _ = flow.handle(.response(code), at: Issuer.now)
        _ = flow.handle(.waited, at: Issuer.now.addingTimeInterval(5))
        return flow
    }

    @Test("the code is requested, shown, polled and redeemed")
    func success() throws {
        var flow = try flow()
        let request = try #require(flow.handle(.start, at: Issuer.now).request)
        let asked = try DeviceAuthorizationRequest(parsing: request.formParameters())
        #expect(asked.clientID == Issuer.client && asked.scopes == ScopeSet([Issuer.scope]).union(.reserved))
        let shown = flow.handle(.response(code), at: Issuer.now)
        #expect(shown.summary == ["prompt", "wait 5"])
        guard case .prompt(let prompt)? = shown.first else { return }
        #expect(prompt.userCode == "ABC123DEF" && prompt.expiresOn == Issuer.now.addingTimeInterval(900))
        #expect(prompt.message.contains("ABC123DEF") && prompt.message.contains("https://login.test/device"))
        let poll = try #require(flow.handle(.waited, at: Issuer.now).request)
        let redeemed = try TokenRequest(parsing: poll.formParameters())
        #expect(redeemed.grant == .deviceCode(Secret("device-code")))
        #expect(flow.handle(.response(issuer.tokens(try issuer.idToken())), at: Issuer.now).summary == ["fetch keys"])
        #expect(flow.handle(.keys(issuer.keys), at: Issuer.now).result?.idToken?.subject == "subject")
    }

    @Test("pending keeps the interval, slow_down adds five seconds permanently")
    func slowDown() throws {
        var flow = try polling()
        func next(_ response: HTTPResponse) -> [String] {
            defer { _ = flow.handle(.waited, at: Issuer.now) }
            return flow.handle(.response(response), at: Issuer.now).summary
        }
        let slower = HTTPResponse.json(["error": "slow_down"], status: 400)
        #expect(next(Issuer.refusal(70016)) == ["wait 5"])
        #expect(next(slower) == ["wait 10"])
        #expect(next(Issuer.refusal(70016)) == ["wait 10"])
        #expect(next(slower) == ["wait 15"])
        #expect(next(HTTPResponse(status: 429, fields: ["Retry-After": "60"])) == ["wait 60"])
        #expect(next(HTTPResponse(status: 503)) == ["wait 15"])
    }

    @Test("after a broken connection polling continues at longer intervals")
    func connection() throws {
        var flow = try polling()
        var waits: [String] = []
        for _ in 0..<5 {
            let lost = FlowEvent.transportFailed(TransportError(.timedOut, message: "Too slow."))
            waits += flow.handle(lost, at: Issuer.now).summary
            #expect(flow.handle(.waited, at: Issuer.now).summary == ["send token"])
        }
        #expect(waits == ["wait 10", "wait 20", "wait 40", "wait 60", "wait 60"])
        let other = FlowEvent.transportFailed(TransportError(.untrustedCertificate, message: "No."))
        #expect(flow.handle(other, at: Issuer.now).summary == ["fail network"])
    }

    @Test("a code that is not entered in time ends it, by the server's error or by the clock")
    func expired() throws {
        var flow = try polling()
        var byClock = flow
        #expect(flow.handle(.response(Issuer.refusal(70020)), at: Issuer.now).summary == ["fail interactionRequired"])
        _ = byClock.handle(.response(Issuer.refusal(70016)), at: Issuer.now.addingTimeInterval(899))
        let error = byClock.handle(.waited, at: Issuer.now.addingTimeInterval(900)).error
        #expect(error?.code == .interactionRequired && error?.message == "The code was not entered in time.")
    }

    @Test(
        "a refusal by the user is userCanceled by either name", arguments: ["authorization_declined", "access_denied"])
    func declined(_ name: String) throws {
        var flow = try polling()
        let actions = flow.handle(.response(Issuer.refusal(65004, error: name)), at: Issuer.now)
        #expect(actions.summary == ["fail userCanceled"])
    }

    @Test("an unknown client is a configuration error before anything is shown")
    func unknownClient() throws {
        var flow = try flow()
        _ = flow.handle(.start, at: Issuer.now)
        let error = flow.handle(.response(Issuer.refusal(700016)), at: Issuer.now).error
        #expect(error?.code == .configuration && error?.remedy?.contains("Register") == true)
    }

    @Test("a provider without the endpoint is a configuration error")
    func unsupported() throws {
        var flow = try flow { $0.deviceAuthorizationEndpoint = nil }
        #expect(flow.handle(.start, at: Issuer.now).summary == ["fail configuration"])
    }

    @Test("every state handles its events and ignores all others", arguments: 0...5)
    func states(_ step: Int) throws {
        let tokens = issuer.tokens(try issuer.idToken())
        let path: [FlowEvent] = [.start, .response(code), .waited, .response(tokens), .keys(issuer.keys)]
        var flow = try flow()
        for event in path.prefix(step) { _ = flow.handle(event, at: Issuer.now) }
        let events: [(String, FlowEvent)] = [
            ("start", .start), ("redirected", .redirected("x")), ("code", .response(code)),
            ("tokens", .response(tokens)), ("pending", .response(Issuer.refusal(70016))),
            ("no network", .transportFailed(TransportError(.cannotConnect, message: "No."))), ("waited", .waited),
            ("keys", .keys(issuer.keys)),
            ("failed", .failed(AuthError(.canceled, origin: .app, message: "Cancelled."))),
        ]
        let failed = ["failed": ["fail canceled"]]
        let expected: [[String: [String]]] = [
            ["start": ["send devicecode"]],
            failed.merging([
                "code": ["prompt", "wait 5"], "tokens": ["fail invalidResponse"], "pending": ["fail server"],
                "no network": ["fail network"],
            ]) { $1 },
            failed.merging(["waited": ["send token"]]) { $1 },
            failed.merging([
                "tokens": ["fetch keys"], "pending": ["wait 5"], "code": ["fail invalidResponse"],
                "no network": ["wait 10"],
            ]) { $1 },
            failed.merging(["keys": ["finish"]]) { $1 }, [:],
        ]
        for (name, event) in events {
            var copy = flow
            #expect(copy.handle(event, at: Issuer.now).summary == expected[step][name] ?? [], "\(step) / \(name)")
        }
    }
}
