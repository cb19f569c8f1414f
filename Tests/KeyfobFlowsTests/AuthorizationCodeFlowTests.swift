import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("The authorization code flow")
struct AuthorizationCodeFlowTests {
    private let issuer = Issuer()
    private let redirect = "http://localhost:8400/contoso-a"

    /// Returns a flow that has shown its page, and the parameters of the page's URL.
    private func started(
        authority: Authority? = nil, metadata: ProviderMetadata? = nil
    ) throws -> (flow: AuthorizationCodeFlow, sent: FormParameters) {
        var parameters = CodeFlowParameters(
            clientID: Issuer.client, authority: authority ?? issuer.authority,
            redirectURI: try RedirectURI("http://localhost/contoso-a"), scopes: [Issuer.scope])
        parameters.extraScopesToConsent = ["api://other/Read"]
        parameters.prompt = .selectAccount
        parameters.correlationID = "correlation"
        parameters.extraParameters = FormParameters([
            ("client_id", "other"), ("state", "other"), ("response_mode", "fragment"), ("request_uri", "x"),
            ("slice", "1"),
        ])
        var flow = AuthorizationCodeFlow(
            parameters, metadata: try metadata ?? issuer.metadata(), redirectURI: try RedirectURI(redirect),
            random: SystemRandomSource())
        let page = try #require(flow.handle(.start, at: Issuer.now).page)
        return (flow, try FormParameters(parsing: page.query ?? ""))
    }

    private func answer(_ sent: FormParameters, code: String = "code") -> String {
        "\(redirect)?code=\(code)&state=\(PercentEncoding.encode(sent["state"] ?? ""))"
    }

    @Test("state, nonce and an S256 challenge are sent, and the app cannot replace them")
    func request() throws {
        let (_, sent) = try started()
        #expect(sent["client_id"] == Issuer.client && sent["response_type"] == "code")
        #expect(sent["redirect_uri"] == redirect && sent["prompt"] == "select_account" && sent["slice"] == "1")
        #expect(sent["scope"] == "\(Issuer.scope) api://other/Read openid profile offline_access")
        #expect(sent["code_challenge_method"] == "S256" && sent["code_challenge"]?.utf8.count == 43)
        #expect(sent["client_info"] == "1" && sent["client-request-id"] == "correlation")
        #expect(sent["response_mode"] == nil && sent["request_uri"] == nil)
        let again = try started().sent
        for name in ["state", "nonce", "code_challenge"] {
            #expect(sent[name]?.utf8.count == 43 && sent[name] != again[name])
        }
    }

    @Test(
        "a browser omits the scheme's default port",
        arguments: [
            ("http://localhost:80", "http://localhost/", true), ("http://localhost:80/a", "http://localhost/a", true),
            ("http://localhost/a", "http://localhost:80/a", true),
            ("https://app.test:443/a", "https://app.test/a", true),
            ("http://localhost:443/a", "http://localhost/a", false),
            ("http://localhost:80/a", "http://localhost:8080/a", false),
            ("http://localhost:8080/a", "http://localhost/a", false),
            ("http://localhost:80/a", "http://localhost/b", false),
        ])
    func defaultPort(registered: String, arrived: String, isTaken: Bool) throws {
        let uri = try RedirectURI(registered)
        var flow = AuthorizationCodeFlow(
            CodeFlowParameters(
                clientID: Issuer.client, authority: issuer.authority, redirectURI: uri, scopes: [Issuer.scope]),
            metadata: try issuer.metadata(), redirectURI: uri, random: SystemRandomSource())
        let page = try #require(flow.handle(.start, at: Issuer.now).page)
        let state = try #require(FormParameters(parsing: page.query ?? "")["state"])
        let decision = flow.decision(on: "\(arrived)?code=c&state=\(PercentEncoding.encode(state))")
        #expect(decision == (isTaken ? .accepted(isSuccess: true) : .foreign))
    }

    @Test("the code is redeemed with the challenge's verifier, for the token's scopes only")
    func redemption() throws {
        var (flow, sent) = try started()
        let request = try #require(flow.handle(.redirected(answer(sent)), at: Issuer.now).request)
        let form = try TokenRequest(parsing: request.formParameters())
        guard case .authorizationCode(let code, let uri, let verifier?) = form.grant else {
            Issue.record("another grant")
            return
        }
        #expect(code.reveal() == "code" && uri == redirect)
        #expect(
            CodeVerifier.matches(
                verifier: verifier.reveal(), challenge: sent["code_challenge"] ?? "", method: .s256))
        #expect(form.scopes == [Issuer.scope, "openid", "profile", "offline_access"])
        #expect(request.fields["client-request-id"] == "correlation")
        #expect(request.url.description == "https://\(issuer.host)/\(Issuer.tenant)/oauth2/v2.0/token")
        // A user is waiting for this one.
        #expect(request.patienceSeconds == nil)
    }

    @Test("a redirect with a foreign state, or to another address, is ignored")
    func foreign() throws {
        var (flow, sent) = try started()
        let state = sent["state"] ?? ""
        for text in [
            "\(redirect)?code=c&state=other", "\(redirect)?code=c", "\(redirect)?state=\(state)", redirect, "",
            "\(redirect)?error=access_denied&state=other", "\(redirect)?error=access_denied",
            "\(redirect)?code=c&code=d&state=\(state)", "http://localhost:8401/contoso-a?code=c&state=\(state)",
            "http://localhost:8400/contoso-b?code=c&state=\(state)", "https://evil.test/?code=c&state=\(state)",
            "\(redirect)x?code=c&state=\(state)", "\(redirect)?code=c&state=\(state)&error=x",
        ] {
            #expect(flow.decision(on: text) == .foreign)
        }
        #expect(flow.decision(on: answer(sent)) == .accepted(isSuccess: true))
        #expect(flow.decision(on: "\(redirect)/?code=c&state=\(state)") == .accepted(isSuccess: true))
        #expect(flow.decision(on: "\(redirect)#code=c&state=\(state)") == .accepted(isSuccess: true))
        #expect(
            flow.decision(on: "\(redirect)?error=access_denied&state=\(state)") == .accepted(isSuccess: false))
        // If a user agent accepts one anyway, no code is redeemed.
        let actions = flow.handle(.redirected("\(redirect)?code=c&state=other"), at: Issuer.now)
        #expect(actions.summary == ["fail invalidResponse"])
    }

    @Test("if the user declines, the error is userCanceled, with the server's number")
    func declined() throws {
        var (flow, sent) = try started()
        let response = AuthorizationResponse.error(
            OAuthError(65004, ["user": "ada", "app": "Suite"])
                .response(correlationID: "c", traceID: "t", now: 0), state: sent["state"])
        let error = flow.handle(
            .redirected(response.location(redirectURI: redirect, mode: .query)), at: Issuer.now
        ).error
        #expect(error?.code == .userCanceled && error?.server?.codes == [65004])
        #expect(error?.correlationID == "correlation")
    }

    /// Runs a flow to its end with an ID token made for the sent nonce.
    private func end(
        authority: Authority? = nil, metadata: ProviderMetadata? = nil, at now: Date = Issuer.now,
        _ token: (String?) throws -> String?
    ) throws -> [FlowAction] {
        var (flow, sent) = try started(authority: authority, metadata: metadata)
        _ = flow.handle(.redirected(answer(sent)), at: now)
        let actions = flow.handle(.response(issuer.tokens(try token(sent["nonce"]))), at: now)
        guard actions.summary == ["fetch keys"] else { return actions }
        return flow.handle(.keys(issuer.keys), at: now)
    }

    @Test("a valid ID token ends it successfully")
    func success() throws {
        let result = try #require(try end { try issuer.idToken(nonce: $0) }.result)
        #expect(result.idToken?.subject == "subject" && result.idToken?.tenantID == Issuer.tenant)
        #expect(result.response.accessToken?.reveal() == "access-token")
        #expect(result.receivedAt == Issuer.now && result.correlationID == "correlation")
        #expect(result.scopes.declined.isEmpty)
    }

    @Test(
        "an ID token with another nonce, audience, issuer or tenant is refused",
        arguments: ["nonce", "aud", "iss", "tid"])
    func invalid(_ claim: String) throws {
        let error = try end { try issuer.idToken(nonce: $0, [claim: "other"]) }.error
        #expect(error?.code == .invalidResponse && error?.message.hasPrefix("The ID token is not valid") == true)
    }

    @Test("an ID token without nonce, and a missing ID token, are refused")
    func absent() throws {
        #expect(try end { _ in try issuer.idToken() }.summary == ["fail invalidResponse"])
        #expect(try end { _ in nil }.summary == ["fail invalidResponse"])
    }

    @Test("at common only the issuer of the token's tenant is accepted")
    func common() throws {
        for segment in ["common", "organizations"] {
            let metadata = try issuer.metadata(segment, issuer: "https://\(issuer.host)/{tenantid}/v2.0")
            let authority = issuer.authority.with(tenant: segment)
            func end(_ changes: [String: JSONValue]) throws -> [String] {
                try self.end(authority: authority, metadata: metadata) { try issuer.idToken(nonce: $0, changes) }
                    .summary
            }
            #expect(try end([:]) == ["finish"])
            let other = "22222222-2222-4222-8222-222222222222"
            #expect(try end(["tid": .string(other)]) == ["fail invalidResponse"])
            #expect(
                try end(["tid": .string(other), "iss": .string("https://\(issuer.host)/\(other)/v2.0")]) == ["finish"])
        }
    }

    @Test("a domain's metadata determines the tenant of the token")
    func domain() throws {
        let metadata = try issuer.metadata(
            "contoso.test", issuer: "https://\(issuer.host)/\(Issuer.tenant)/v2.0")
        let authority = issuer.authority.with(tenant: "contoso.test")
        #expect(
            try end(authority: authority, metadata: metadata) { try issuer.idToken(nonce: $0) }.summary == ["finish"])
        #expect(
            try end(authority: authority, metadata: metadata) { try issuer.idToken(nonce: $0, ["tid": "x"]) }.summary
                == ["fail invalidResponse"])
    }

    @Test("a clock that is off by an hour is reported, either way", arguments: [3600.0, -3600.0])
    func clock(_ offset: Double) throws {
        let error = try end(at: Issuer.now.addingTimeInterval(offset)) { try issuer.idToken(nonce: $0) }.error
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("clock is 60 minutes \(offset > 0 ? "ahead of" : "behind")") == true)
        #expect(error?.remedy?.contains("clock") == true)
    }

    @Test("a clock that is off by four minutes is accepted", arguments: [240.0, -240.0])
    func smallSkew(_ offset: Double) throws {
        let actions = try end(at: Issuer.now.addingTimeInterval(offset)) { try issuer.idToken(nonce: $0) }
        #expect(actions.summary == ["finish"])
    }

    @Test("keys are fetched again once for an unknown key, and not twice")
    func rollover() throws {
        var (flow, sent) = try started()
        _ = flow.handle(.redirected(answer(sent)), at: Issuer.now)
        let token = try issuer.idToken(nonce: sent["nonce"])
        #expect(flow.handle(.response(issuer.tokens(token)), at: Issuer.now).summary == ["fetch keys"])
        #expect(flow.handle(.keys(JWKSet([])), at: Issuer.now).summary == ["fetch keys afresh"])
        var never = flow
        #expect(flow.handle(.keys(issuer.keys), at: Issuer.now).summary == ["finish"])
        #expect(never.handle(.keys(JWKSet([])), at: Issuer.now).summary == ["fail invalidResponse"])
    }

    @Test("a token signed by another key with the same id is refused without fetching again")
    func forged() throws {
        let forger = SigningKey.p256(P256PrivateKey(), keyID: "key-1")
        #expect(try end { try issuer.idToken(nonce: $0, key: forger) }.summary == ["fail invalidResponse"])
    }

    @Test("an issuer in the redirect must be the provider's")
    func issuerInResponse() throws {
        func redirected(_ suffix: String, promised: Bool) throws -> [String] {
            var metadata = try issuer.metadata()
            metadata.sendsIssuerInResponse = promised
            var (flow, sent) = try started(metadata: metadata)
            return flow.handle(.redirected(answer(sent) + suffix), at: Issuer.now).summary
        }
        let own = "&iss=" + PercentEncoding.encode("https://\(issuer.host)/\(Issuer.tenant)/v2.0")
        #expect(try redirected(own, promised: true) == ["send token"])
        #expect(try redirected("&iss=https%3A%2F%2Fevil.test", promised: false) == ["fail invalidResponse"])
        #expect(try redirected("", promised: true) == ["fail invalidResponse"])
        #expect(try redirected("", promised: false) == ["send token"])
    }

    @Test("the issuer of an error redirect is checked, too")
    func issuerInRefusal() throws {
        func refused(_ suffix: String, promised: Bool) throws -> [String] {
            var metadata = try issuer.metadata()
            metadata.sendsIssuerInResponse = promised
            var (flow, sent) = try started(metadata: metadata)
            let state = PercentEncoding.encode(sent["state"] ?? "")
            let answer = "\(redirect)?error=access_denied&error_subcode=cancel&state=\(state)\(suffix)"
            return flow.handle(.redirected(answer), at: Issuer.now).summary
        }
        let own = "&iss=" + PercentEncoding.encode("https://\(issuer.host)/\(Issuer.tenant)/v2.0")
        let believed = try refused("", promised: false)
        #expect(believed != ["fail invalidResponse"])
        #expect(try refused(own, promised: true) == believed)
        #expect(try refused("&iss=https%3A%2F%2Fevil.test", promised: false) == ["fail invalidResponse"])
        #expect(try refused("", promised: true) == ["fail invalidResponse"])
    }

    @Test("if the metadata's issuer is a template, the redirect may contain it, or a tenant of the authority")
    func issuerTemplate() throws {
        func redirected(_ named: String, host: String? = nil) throws -> [String] {
            var metadata = try issuer.metadata()
            metadata.issuer = "https://\(host ?? issuer.host)/{tenantid}/v2.0"
            metadata.sendsIssuerInResponse = true
            var (flow, sent) = try started(metadata: metadata)
            let answer = answer(sent) + "&iss=" + PercentEncoding.encode(named)
            return flow.handle(.redirected(answer), at: Issuer.now).summary
        }
        #expect(try redirected("https://\(issuer.host)/{tenantid}/v2.0") == ["send token"])
        #expect(try redirected("https://\(issuer.host)/\(Issuer.tenant)/v2.0") == ["send token"])
        #expect(try redirected("https://evil.test/{tenantid}/v2.0") == ["fail invalidResponse"])
        // As in External ID, whose host contains the tenant: such a template is not a URL.
        let host = "{tenantid}.ciamlogin.com"
        #expect(try redirected("https://\(host)/{tenantid}/v2.0", host: host) == ["send token"])
        #expect(try redirected("https://{tenantid}.evil.test/{tenantid}/v2.0", host: host) == ["fail invalidResponse"])
    }

    @Test(
        "every state handles its events and ignores all others",
        arguments: ["idle", "redirect", "response", "keys", "fresh keys", "done"])
    func states(_ state: String) throws {
        let (waiting, sent) = try started()
        let token = try issuer.idToken(nonce: sent["nonce"])
        var flow = waiting
        if state == "idle" {
            flow = AuthorizationCodeFlow(
                CodeFlowParameters(
                    clientID: Issuer.client, authority: issuer.authority, redirectURI: try RedirectURI(redirect),
                    scopes: []), metadata: try issuer.metadata(), redirectURI: try RedirectURI(redirect),
                random: SystemRandomSource())
        }
        let path: [FlowEvent] = [
            .redirected(answer(sent)), .response(issuer.tokens(token)), .keys(JWKSet([])), .keys(issuer.keys),
        ]
        let steps = ["idle": 0, "redirect": 0, "response": 1, "keys": 2, "fresh keys": 3, "done": 4]
        for event in path.prefix(steps[state] ?? 0) { _ = flow.handle(event, at: Issuer.now) }
        let events: [(String, FlowEvent)] = [
            ("start", .start), ("redirected", .redirected(answer(sent))), ("tokens", .response(issuer.tokens(token))),
            ("refused", .response(Issuer.refusal(70008))), ("html", .response(HTTPResponse(status: 200, body: [0x3C]))),
            ("no network", .transportFailed(TransportError(.cannotConnect, message: "No."))),
            ("keys", .keys(issuer.keys)), ("no keys", .keys(JWKSet([]))), ("waited", .waited),
            ("failed", .failed(AuthError(.userCanceled, origin: .userAgent, message: "Closed."))),
        ]
        let expected: [String: [String: [String]]] = [
            "idle": ["start": ["present"]],
            "redirect": ["redirected": ["send token"], "failed": ["fail userCanceled"]],
            "response": [
                "tokens": ["fetch keys"], "refused": ["fail server"], "html": ["fail invalidResponse"],
                "no network": ["fail network"], "failed": ["fail userCanceled"],
            ],
            "keys": ["keys": ["finish"], "no keys": ["fetch keys afresh"], "failed": ["fail userCanceled"]],
            "fresh keys": ["keys": ["finish"], "no keys": ["fail invalidResponse"], "failed": ["fail userCanceled"]],
            "done": [:],
        ]
        for (name, event) in events {
            var copy = flow
            let actions = copy.handle(event, at: Issuer.now).summary
            #expect(actions == expected[state]?[name] ?? [], "\(state) / \(name)")
        }
    }
}
