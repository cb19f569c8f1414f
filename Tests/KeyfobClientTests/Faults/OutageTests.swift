import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("A provider that responds badly, or not at all")
struct OutageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: FaultyTransport.Fault
        let code: AuthError.Code
    }

    private static func answer(_ status: Int, _ type: String?, _ body: String, _ extra: (String, String)...)
        -> FaultyTransport.Fault
    {
        .answer(
            HTTPResponse(
                status: status, fields: HTTPFields((type.map { [("Content-Type", $0)] } ?? []) + extra),
                body: Array(body.utf8)))
    }

    static let cases = [
        Case(testDescription: "500", fault: answer(500, "text/plain", "oops"), code: .server),
        Case(testDescription: "429", fault: answer(429, nil, "", ("Retry-After", "7")), code: .throttled),
        Case(testDescription: "503", fault: answer(503, nil, "", ("Retry-After", "7")), code: .throttled),
        Case(
            testDescription: "HTML", fault: answer(200, "text/html", "<p>Log in to the hotel"), code: .invalidResponse),
        Case(testDescription: "nothing", fault: answer(200, "application/json", ""), code: .invalidResponse),
        Case(testDescription: "no connection", fault: .unreachable, code: .network),
        Case(testDescription: "no answer in time", fault: .timeout, code: .network),
        Case(
            testDescription: "a redirect", fault: answer(302, nil, "", ("Location", "https://evil.test/")),
            code: .invalidResponse),
        Case(
            testDescription: "JSON of another kind", fault: answer(200, "application/json", "[1]"),
            code: .invalidResponse),
    ]

    @Test("A refresh fails with the matching error; nothing is lost, and the next one succeeds", arguments: cases)
    func refresh(_ fault: Case) async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        world.expireAccessTokens()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        world.faults.fail(fault.fault, to: "/token", count: 1)
        let error = try #require(
            await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) })
        #expect(error.code == fault.code)
        #expect(error.remedy?.isEmpty == false)
        #expect(error.correlationID?.isEmpty == false)
        // A server that failed gets no request for a minute, one that asked to wait for as long as it requested.
        world.clock.advance(seconds: error.retryAfter ?? (error.code == .server ? 60 : 0))
        #expect(try await app.acquireTokenSilent(parameters).source == .refresh)
    }

    @Test("A sign-in fails with the matching error, and leaves nothing behind", arguments: cases)
    func signIn(_ fault: Case) async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser())
        for path in ["/openid-configuration", "/token"] {
            world.faults.fail(fault.fault, to: path, count: 1)
            let error = await failure { () async throws(AuthError) in
                try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            }
            #expect(error?.code == fault.code, "\(path)")
            #expect(try app.accounts().isEmpty)
        }
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
    }

    @Test("Retry-After is honored: no request is sent before it has passed")
    func retryAfter() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        world.expireAccessTokens()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        try await world.admin.call(
            .post, "/_admin/force-error", ["endpoint": "token", "count": 1, "status": 429, "retry_after": 7])
        world.wire.clear()
        for _ in 0..<5 {
            let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
            #expect(error?.code == .throttled)
            #expect(error?.retryAfter == 7)
        }
        #expect(world.wire.requests(to: "/token").count == 1)
        world.clock.advance(seconds: 7)
        #expect(try await app.acquireTokenSilent(parameters).source == .refresh)
    }

    @Test("A server that fails gets no request for a minute, and the stored token serves meanwhile")
    func failingServer() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        world.faults.fail(.answer(HTTPResponse(status: 502)), to: "/token", count: 1)
        world.wire.clear()
        for isHit in [false, true, true] {
            let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
            #expect(error?.code == .server && error?.isThrottleHit == isHit)
        }
        #expect(world.wire.requests(to: "/token").count == 1)
        // The stored token serves a call that does not force a refresh.
        let plain = SilentParameters(scopes: Contoso.read, account: first.account)
        #expect(try await app.acquireTokenSilent(plain).source == .cache)
        world.clock.advance(seconds: 60)
        #expect(try await app.acquireTokenSilent(parameters).source == .refresh)
    }

    @Test("A clock that is an hour off is reported, and the tokens stay", arguments: [-3600.0, 3600.0])
    func wrongClock(_ seconds: Double) async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let wrong = MovableClock(world.clock.now.addingTimeInterval(seconds))
        let app = try world.app(clock: wrong)
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        let error = try #require(
            await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) })
        #expect(error.code == .configuration)
        #expect(error.message.contains("clock"))
        wrong.set(world.clock.now)
        #expect(try await app.acquireTokenSilent(parameters).source == .refresh)
    }
}
