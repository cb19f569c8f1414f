import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The broker spends an app's own refresh token where it has no primary one.
@Suite struct SilentRefreshTests {
    @Test func `a refused response replaces the spent refresh token with the new one`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let account = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        func refreshTokens() throws -> Set<Secret<String>> {
            let partition = try #require(try fixture.store.partition(homeAccountID: account))
            return Set(try partition.refreshTokens.map { token throws(AuthError) in try token.secret })
        }
        let before = try refreshTokens()
        fixture.clock.advance(seconds: 86400)
        let troubled = EditedTokens(base: fixture.wire) { $0["access_token"] = nil }
        let refused = try await BrokeredApp.a.ask(fixture.broker(transport: troubled), .refresh) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(refused.tokens == nil)
        #expect(try !before.isEmpty && refreshTokens().count == before.count)
        #expect(try refreshTokens().isDisjoint(with: before))
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .refresh) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
    }

    /// A transport whose requests end with the task that sends them, like a real one's, after the server has done its
    /// part.
    private struct EndingTransport: HTTPTransport {
        let base: any HTTPTransport

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let response = try await base.send(request)
            guard !Task.isCancelled else { throw TransportError(.cancelled, message: "No caller is waiting any more.") }
            return response
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `an app that cancels does not end the exchange, and the new refresh token is stored`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let account = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        func refreshTokens() throws -> Set<Secret<String>> {
            let partition = try #require(try fixture.store.partition(homeAccountID: account))
            return Set(try partition.refreshTokens.map { token throws(AuthError) in try token.secret })
        }
        let before = try refreshTokens()
        fixture.clock.advance(seconds: 86400)
        let (reached, reach) = AsyncStream.makeStream(of: Void.self)
        let (opened, open) = AsyncStream.makeStream(of: Void.self)
        let transport = Interrupted(EndingTransport(base: fixture.wire), before: "/token")
        transport.interrupt {
            reach.finish()
            for await _ in opened {}
        }
        let broker = try fixture.broker(transport: transport)
        let call = Task {
            try await BrokeredApp.a.ask(broker, .refresh) { $0.user = BrokerUser(homeAccountID: account) }
        }
        for await _ in reached {}
        call.cancel()
        open.finish()
        _ = await call.result
        #expect(try !before.isEmpty && refreshTokens().count == before.count)
        #expect(try refreshTokens().isDisjoint(with: before))
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .refresh) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
    }
}
