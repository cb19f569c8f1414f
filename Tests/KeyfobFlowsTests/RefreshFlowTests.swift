import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("The refresh of tokens")
struct RefreshFlowTests {
    private let issuer = Issuer()

    private func flow(environment: String? = nil, metadata: ProviderMetadata? = nil) throws -> RefreshFlow {
        RefreshFlow(
            RefreshFlowParameters(
                clientID: Issuer.client, authority: issuer.authority, refreshToken: Secret("refresh-token"),
                environment: environment ?? issuer.host, scopes: [Issuer.scope], claims: "{}"),
            metadata: try metadata ?? issuer.metadata(), random: SystemRandomSource())
    }

    @Test("the token is sent with its scopes and claims, and the new ID token is validated")
    func success() throws {
        var flow = try flow()
        let request = try #require(flow.handle(.start, at: Issuer.now).request)
        let sent = try TokenRequest(parsing: request.formParameters())
        #expect(sent.grant == .refreshToken(Secret("refresh-token")) && sent.claims == "{}")
        #expect(sent.scopes == ScopeSet([Issuer.scope]).union(.reserved))
        // The refresh token is redeemed whether or not a caller is still waiting.
        #expect(request.patienceSeconds == 120)
        #expect(flow.handle(.response(issuer.tokens(try issuer.idToken())), at: Issuer.now).summary == ["fetch keys"])
        #expect(flow.handle(.keys(issuer.keys), at: Issuer.now).result?.idToken?.objectID == "object")
    }

    @Test("a new refresh token is reported before the response is validated, also if it is refused")
    func successor() throws {
        for keys in [issuer.keys, JWKSet([])] {
            var flow = try flow()
            _ = flow.handle(.start, at: Issuer.now)
            let answer = issuer.tokens(try issuer.idToken(), refreshToken: "next")
            let actions = flow.handle(.response(answer), at: Issuer.now)
            #expect(actions.summary == ["replace refresh token", "fetch keys"])
            guard case .replaceRefreshToken(let successor) = actions.first else { return }
            #expect(successor.refreshToken == Secret("next") && successor.familyID == nil)
            _ = flow.handle(.keys(keys), at: Issuer.now)
        }
    }

    @Test("a response without an ID token is accepted")
    func withoutIDToken() throws {
        var flow = try flow()
        _ = flow.handle(.start, at: Issuer.now)
        let result = flow.handle(.response(issuer.tokens(nil)), at: Issuer.now).result
        #expect(result != nil && result?.idToken == nil)
    }

    @Test("a server that repeats the refresh token in its description does not bring it into the error")
    func repeated() throws {
        var flow = try flow()
        _ = flow.handle(.start, at: Issuer.now)
        let body = #"{"error": "invalid_grant", "error_description": "refresh-token unknown"}"#
        let response = HTTPResponse(status: 400, body: Array(body.utf8))
        let error = flow.handle(.response(response), at: Issuer.now).error
        #expect(error?.code == .interactionRequired)
        #expect(error?.message == "(removed) unknown" && error?.server?.description == "(removed) unknown")
    }

    @Test(
        "a refresh token is never sent to another host or port",
        arguments: ["login.test", "login.test:8444", "other.test:8443", "login.microsoftonline.com"])
    func otherHost(_ environment: String) throws {
        var flow = try flow(environment: environment)
        let actions = flow.handle(.start, at: Issuer.now)
        #expect(actions.request == nil)
        #expect(actions.error?.code == .interactionRequired)
        #expect(actions.error?.message.contains("not sent to login.test:8443") == true)
    }

    @Test("a refresh token of one alias may be sent to another alias of the same cloud")
    func alias() throws {
        let issuer = Issuer(host: "login.microsoftonline.com")
        var flow = RefreshFlow(
            RefreshFlowParameters(
                clientID: Issuer.client, authority: issuer.authority, refreshToken: Secret("r"),
                environment: "login.windows.net", scopes: []), metadata: try issuer.metadata(),
            random: SystemRandomSource())
        #expect(flow.handle(.start, at: Issuer.now).summary == ["send token"])
    }

    @Test("every state handles its events and ignores all others", arguments: 0...3)
    func states(_ step: Int) throws {
        let tokens = issuer.tokens(try issuer.idToken())
        var flow = try flow()
        for event in [FlowEvent.start, .response(tokens), .keys(issuer.keys)].prefix(step) {
            _ = flow.handle(event, at: Issuer.now)
        }
        let busy = HTTPResponse(status: 429, fields: ["Retry-After": "7"])
        let events: [(String, FlowEvent)] = [
            ("start", .start), ("redirected", .redirected("x")), ("tokens", .response(tokens)),
            ("revoked", .response(Issuer.refusal(50173))), ("busy", .response(busy)),
            ("broken", .response(HTTPResponse(status: 500))), ("nothing", .response(HTTPResponse(status: 200))),
            ("no network", .transportFailed(TransportError(.timedOut, message: "No."))), ("waited", .waited),
            ("keys", .keys(issuer.keys)),
            ("failed", .failed(AuthError(.network, origin: .network, message: "No."))),
        ]
        let expected: [[String: [String]]] = [
            ["start": ["send token"]],
            [
                "tokens": ["fetch keys"], "revoked": ["fail interactionRequired"], "busy": ["fail throttled"],
                "broken": ["fail server"], "nothing": ["fail invalidResponse"], "no network": ["fail network"],
                "failed": ["fail network"],
            ],
            ["keys": ["finish"], "failed": ["fail network"]], [:],
        ]
        for (name, event) in events {
            var copy = flow
            let actions = copy.handle(event, at: Issuer.now)
            #expect(actions.summary == expected[step][name] ?? [], "\(step) / \(name)")
            if name == "busy", step == 1 { #expect(actions.error?.retryAfter == 7) }
        }
    }
}
