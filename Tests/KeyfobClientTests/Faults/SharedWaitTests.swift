import Foundation
import Keyfob
import KeyfobBackport
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("A server's time to wait applies to every process")
struct SharedWaitTests {
    /// Waits shared by processes, without files.
    private final class Waits: ServerWaits {
        private let kept = Mutex<[String: ServerWait]>([:])
        var requests: [String] { kept.withLock { Array($0.keys) } }
        func wait(for request: String) -> ServerWait? { kept.withLock { $0[request] } }
        func keep(_ wait: ServerWait, for request: String, now: Double) { kept.withLock { $0[request] = wait } }
    }

    /// The same wait for every request.
    private struct SameWord: ServerWaits {
        let until: Double
        func wait(for request: String) -> ServerWait? {
            ServerWait(until: until, code: .throttled, message: "Wait.", remedy: nil)
        }
        func keep(_ wait: ServerWait, for request: String, now: Double) {}
    }

    /// An application in a separate process.
    private func process(_ world: World, _ waits: any ServerWaits) throws -> PublicClientApplication {
        let configuration = try ClientConfiguration(
            clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-a"),
            authority: Contoso.authority())
        var environment = ClientEnvironment(
            transport: world.wire, clock: world.clock, store: world.store, refreshLock: world.lock,
            pause: ImmediatePause(moving: world.clock))
        environment.serverWaits = waits
        return PublicClientApplication(configuration: configuration, environment: environment)
    }

    @Test("An equal request of another process is not sent before the wait is over; the error has the remaining time")
    func shared() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let waits = Waits()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        try await world.admin.call(
            .post, "/_admin/force-error", ["endpoint": "token", "count": 1, "status": 429, "retry_after": 7])
        world.wire.clear()
        for (number, rest) in [7.0, 7, 4].enumerated() {
            if number == 2 { world.clock.advance(seconds: 3) }
            let app = try process(world, waits)
            let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
            #expect(error?.code == .throttled && error?.isThrottleHit == (number > 0))
            #expect(error?.retryAfter.map { abs($0 - rest) <= 1 } == true, "\(String(describing: error?.retryAfter))")
        }
        #expect(world.wire.requests(to: "/token").count == 1)
        // The stored key reveals nothing of the token.
        #expect(waits.requests.count == 1 && waits.requests.allSatisfy { $0.utf8.count == 64 })
        world.clock.advance(seconds: 4)
        #expect(try await process(world, waits).acquireTokenSilent(parameters).source == .refresh)
    }

    @Test("Another request, a refusal, and a wait that is over, too long or malformed block no request")
    func others() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let waits = Waits()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        // A refusal is not a wait: the user may have signed in meanwhile in the other process.
        try await world.admin.call(
            .post, "/_admin/force-error", ["endpoint": "token", "count": 1, "status": 400, "aadsts": 65001])
        let refused = try process(world, waits)
        _ = await failure { () async throws(AuthError) in try await refused.acquireTokenSilent(parameters) }
        #expect(waits.requests.isEmpty)
        // A file written by another program, or a clock that was set back.
        let now = world.clock.now.timeIntervalSince1970
        for until in [now - 1, now + 4000, .infinity, .nan] {
            let app = try process(world, SameWord(until: until))
            #expect(try await app.acquireTokenSilent(parameters).source == .refresh)
        }
        let app = try process(world, SameWord(until: now + 60))
        let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
        #expect(error?.code == .throttled && error?.message == "Wait.")
    }

    @Test("Applications in the platform's environment share waits in their home folder")
    func platform() async throws {
        let home = try TemporaryDirectory("keyfob-waits")
        defer { home.remove() }
        let world = try await World()
        let configuration = try ClientConfiguration(
            clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-a"),
            authority: Contoso.authority())
        func process() throws -> PublicClientApplication {
            PublicClientApplication(
                configuration: configuration,
                environment: try ClientEnvironment(
                    platformOf: configuration, processEnvironment: ["KEYFOB_HOME": "\(home.path)/keyfob"],
                    transport: world.wire, userAgent: world.browser(), clock: world.clock))
        }
        let first = try await process().acquireToken(InteractiveParameters(scopes: Contoso.read))
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        try await world.admin.order(.status(429, retryAfter: 600), at: "token")
        world.wire.clear()
        for isHit in [false, true] {
            let app = try process()
            let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
            #expect(error?.code == .throttled && error?.isThrottleHit == isHit, "\(String(describing: error))")
            #expect(error?.retryAfter.map { abs($0 - 600) <= 1 } == true)
        }
        #expect(world.wire.requests(to: "/token").count == 1)
        world.clock.advance(seconds: 601)
        #expect(try await process().acquireTokenSilent(parameters).source == .refresh)
    }
}
