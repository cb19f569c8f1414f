import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobCrypto
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("The flow driver")
struct FlowDriverTests {
    private let issuer = Issuer()
    private let clock = StandingClock(Issuer.now)

    private func transport(_ tokens: [HTTPResponse] = []) -> AnsweringTransport {
        AnsweringTransport([
            "openid-configuration": [.json(issuer.document())], "keys": [.json(issuer.keys.json)], "token": tokens,
        ])
    }

    private func driver(_ transport: AnsweringTransport, userAgent: (any UserAgent)? = nil) -> FlowDriver {
        FlowDriver(
            transport: transport, clock: clock, random: SystemRandomSource(), userAgent: userAgent,
            pause: ClockMovingPause(clock: clock))
    }

    private var refresh: RefreshFlowParameters {
        RefreshFlowParameters(
            clientID: Issuer.client, authority: issuer.authority, refreshToken: Secret("refresh-token"),
            environment: issuer.host, scopes: [Issuer.scope])
    }

    private func code(_ scopes: ScopeSet = [Issuer.scope]) throws -> CodeFlowParameters {
        CodeFlowParameters(
            clientID: Issuer.client, authority: issuer.authority,
            redirectURI: try RedirectURI("http://localhost/contoso-a"), scopes: scopes)
    }

    @Test("a user signs in while other processes send redirects")
    func signIn() async throws {
        let transport = transport()
        let ended = Mutex<Int>.Box(0)
        let issuer = issuer
        let agent = NoisyUserAgent(port: 8400, ended: ended) { url throws(AuthError) in
            let sent = try? FormParameters(parsing: url.query ?? "")
            let token = try? issuer.idToken(nonce: sent?["nonce"])
            transport.add("token", issuer.tokens(token))
            return [
                "http://localhost:8400/contoso-a?code=evil&state=guess", "http://localhost:8400/favicon.ico",
                "http://localhost:8400/contoso-a?code=good&state=\(sent?["state"] ?? "")",
            ]
        }
        let result = try await driver(transport, userAgent: agent).authorizationCode(code())
        #expect(result.idToken?.subject == "subject")
        let redeemed = try #require(transport.sent.first { $0.method == .post }).formParameters()
        #expect(redeemed["code"] == "good" && redeemed["redirect_uri"] == "http://localhost:8400/contoso-a")
        #expect(ended.value.withLock { $0 } == 1)
    }

    @Test("a caller that shows the pages itself continues with the redirect, and only with its own")
    func startedFlow() async throws {
        let transport = transport()
        let driver = driver(transport)
        let started = try await driver.startAuthorizationCode(code())
        let sent = try FormParameters(parsing: started.page.query ?? "")
        #expect(transport.count("token") == 0)
        let foreign = "http://localhost/contoso-a?code=evil&state=guess"
        #expect(started.decision(on: foreign) == .foreign)
        let error = await #expect(throws: AuthError.self) { try await driver.finish(started, redirect: foreign) }
        #expect(error?.code == .invalidResponse && transport.count("token") == 0)
        transport.add("token", issuer.tokens(try issuer.idToken(nonce: sent["nonce"])))
        let own = "http://localhost/contoso-a?code=good&state=\(sent["state"] ?? "")"
        #expect(started.decision(on: own) == .accepted(isSuccess: true))
        #expect(try await driver.finish(started, redirect: own).idToken?.subject == "subject")
        let reserved = await #expect(throws: AuthError.self) {
            try await driver.startAuthorizationCode(code(["openid"]))
        }
        #expect(reserved?.code == .configuration)
    }

    @Test("closing the page ends the session and is userCanceled")
    func closed() async throws {
        let ended = Mutex<Int>.Box(0)
        let agent = NoisyUserAgent(port: 8400, ended: ended) { _ in [] }
        let error = await #expect(throws: AuthError.self) {
            try await driver(transport(), userAgent: agent).authorizationCode(code())
        }
        #expect(error?.code == .userCanceled && ended.value.withLock { $0 } == 1)
    }

    @Test("without a browser, or with reserved scopes, no request is sent")
    func refused() async throws {
        let transport = transport()
        let error = await #expect(throws: AuthError.self) { try await driver(transport).authorizationCode(code()) }
        #expect(error?.code == .userAgentUnavailable)
        let reserved = await #expect(throws: AuthError.self) {
            try await driver(transport).authorizationCode(code(["openid"]))
        }
        #expect(reserved?.code == .configuration && transport.sent.isEmpty)
    }

    @Test("metadata and keys are fetched once for many calls, and again after a day")
    func memory() async throws {
        let answers = try (0..<4).map { issuer.tokens(try issuer.idToken(issuedAt: Issuer.now + ($0 < 3 ? 0 : 86400))) }
        let transport = transport(answers)
        let driver = driver(transport)
        for _ in 0..<3 { _ = try await driver.refresh(refresh) }
        #expect(transport.count("openid-configuration") == 1 && transport.count("keys") == 1)
        clock.advance(86400)
        transport.add("openid-configuration", .json(issuer.document()))
        transport.add("keys", .json(issuer.keys.json))
        _ = try await driver.refresh(refresh)
        #expect(transport.count("openid-configuration") == 2 && transport.count("keys") == 2)
    }

    @Test("a new signing key is found by fetching the keys again")
    func rollover() async throws {
        let next = SigningKey.p256(P256PrivateKey(), keyID: "key-2")
        let transport = transport([
            issuer.tokens(try issuer.idToken()), issuer.tokens(try issuer.idToken(key: next)),
            issuer.tokens(try issuer.idToken(key: next)),
        ])
        let driver = driver(transport)
        _ = try await driver.refresh(refresh)
        transport.add("keys", .json(JWKSet([issuer.key.publicJWK, next.publicJWK]).json))
        _ = try await driver.refresh(refresh)
        _ = try await driver.refresh(refresh)
        #expect(transport.count("keys") == 2)
    }

    @Test("a user signs in on another device while the driver waits")
    func deviceCode() async throws {
        let transport = transport([
            Issuer.refusal(70016), .json(["error": "slow_down"], status: 400),
            issuer.tokens(try issuer.idToken(issuedAt: Issuer.now + 20)),
        ])
        let code = DeviceAuthorizationResponse(
            deviceCode: Secret("d"), userCode: "ABC123DEF", verificationURI: "https://login.test/device", expiresIn: 900
        )
        transport.add("devicecode", .json(code.json()))
        let shown = Mutex<[String]>.Box([])
        let result = try await driver(transport).deviceCode(
            DeviceCodeFlowParameters(clientID: Issuer.client, authority: issuer.authority, scopes: [Issuer.scope])
        ) { prompt in shown.value.withLock { $0.append(prompt.userCode) } }
        #expect(result.idToken != nil && shown.value.withLock { $0 } == ["ABC123DEF"])
        #expect(clock.now == Issuer.now + 5 + 5 + 10)
    }

    @Test("if the keys cannot be fetched the call fails, and the next fetches them again")
    func keysFail() async throws {
        let transport = AnsweringTransport([
            "openid-configuration": [.json(issuer.document())],
            "keys": [HTTPResponse(status: 500), .json("no keys"), .json(issuer.keys.json)],
            "token": try (0..<3).map { _ in issuer.tokens(try issuer.idToken()) },
        ])
        let driver = driver(transport)
        let first = await #expect(throws: AuthError.self) { try await driver.refresh(refresh) }
        #expect(first?.code == .server)
        let second = await #expect(throws: AuthError.self) { try await driver.refresh(refresh) }
        #expect(second?.code == .invalidResponse)
        #expect(try await driver.refresh(refresh).idToken != nil)
    }

    @Test("a missing network is reported as network, in every step")
    func offline() async throws {
        let nothing = await #expect(throws: AuthError.self) {
            try await driver(AnsweringTransport([:])).refresh(refresh)
        }
        #expect(nothing?.code == .network)
        let noTokens = await #expect(throws: AuthError.self) { try await driver(transport()).refresh(refresh) }
        #expect(noTokens?.code == .network && noTokens?.correlationID != nil)
    }

    @Test("the sign-out page's URL contains the request")
    func logout() async throws {
        let request = LogoutRequest(logoutHint: "ada", postLogoutRedirectURI: "http://localhost/contoso-a", state: "s")
        let url = try #require(try await driver(transport()).logoutURL(request, at: issuer.authority))
        #expect(url.hostAndPort == issuer.host && url.path.hasSuffix("/logout"))
        #expect(LogoutRequest(parsing: try FormParameters(parsing: url.query ?? "")) == request)
    }
}
