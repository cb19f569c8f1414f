import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The provider responds, but later than a caller waits. Its work for the request is done.
@Suite("A response that arrives too late for its caller is kept nevertheless", .timeLimit(.minutes(5)))
struct LateAnswerTests {
    private func isLate(_ error: AuthError?) -> Bool {
        error?.code == .network && error?.message.contains("did not respond in full") == true
    }

    @Test("The caller times out, no other call spends the token again, and the late response serves the next call")
    func late() async throws {
        let world = try await World { $0.profile = .strict }
        let (_, first) = try await world.signedIn()
        world.expireAccessTokens()
        let gate = GatedTransport(world.wire, path: "/token")
        let app = try world.app(transport: gate) { $0.transportTimeout = 0.05 }
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        for _ in 0..<3 {
            let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
            #expect(isLate(error), "\(String(describing: error))")
        }
        gate.open()
        await app.finishRefreshes()
        #expect(try await world.count("tokens_refreshed") == 1)
        #expect(try await app.acquireTokenSilent(parameters).source == .cache)
        world.clock.advance(seconds: 60)
        // An app with the usual limit: on a busy machine a response may take longer than this one's.
        #expect(try await world.renewed(world.app(), first.account).source == .refresh)
    }

    /// Like every transport, this one waits for its own limit, unless a request sets another.
    private final class TimedTransport: HTTPTransport {
        private let base: any HTTPTransport
        private let asked = Counter()

        init(_ base: any HTTPTransport) { self.base = base }

        /// The number of token requests that were sent.
        var count: Int { asked.count }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            guard request.url.path.hasSuffix("/token") else { return try await base.send(request) }
            asked.add()
            guard request.timeout(atLeast: 30) > 30 else {
                throw TransportError(.timedOut, message: "It did not respond in full within 30 seconds.")
            }
            return try await base.send(request)
        }
    }

    @Test("Of five processes one sends a request; its response serves the others")
    func five() async throws {
        let world = try await World { $0.profile = .strict }
        let (_, first) = try await world.signedIn()
        world.expireAccessTokens()
        let gate = GatedTransport(world.wire, path: "/token")
        let wire = TimedTransport(gate)
        // However busy the machine is, a caller that waits for the lock waits until it acquires it.
        let lock = InProcessRefreshLock { [pause = EndlessPause()] in try? await pause.wait(seconds: $0) }
        let apps = try (0..<5).map { _ in
            var configuration = try ClientConfiguration(
                clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-a"),
                authority: Contoso.authority())
            configuration.transportTimeout = 0.05
            return PublicClientApplication(
                configuration: configuration,
                environment: ClientEnvironment(
                    transport: wire, clock: world.clock, store: world.store, refreshLock: lock,
                    pause: ImmediatePause(moving: world.clock)))
        }
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let errors = await withTaskGroup(of: AuthError?.self) { group in
            for app in apps {
                group.addTask {
                    await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
                }
            }
            // No caller has a token before the response is let through.
            var errors = [await group.next() ?? nil]
            gate.open()
            for await error in group { errors.append(error) }
            return errors.compactMap(\.self)
        }
        #expect(errors.count == 1 && isLate(errors.first), "\(errors)")
        for app in apps { await app.finishRefreshes() }
        #expect(wire.count == 1)
        #expect(try await world.count("tokens_refreshed") == 1)
        world.clock.advance(seconds: 60)
        #expect(try await world.renewed(world.app(), first.account).source == .refresh)
    }
}
