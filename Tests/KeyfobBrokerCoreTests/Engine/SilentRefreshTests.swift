import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

/// The broker spends an app's own refresh token where it has no primary one.
@Suite struct SilentRefreshTests {
    @Test func `an answer that is refused leaves the new refresh token in the place of the spent one`() async throws {
        let stage = try await Stage { $0.registration = .whenRequired }
        let account = try #require(try await BrokeredApp.a.ask(stage.broker(), .login).tokens?.homeAccountID)
        func refreshTokens() throws -> Set<Secret<String>> {
            let partition = try #require(try stage.store.partition(homeAccountID: account))
            return Set(try partition.refreshTokens.map { token throws(AuthError) in try token.secret })
        }
        let before = try refreshTokens()
        stage.clock.advance(seconds: 86400)
        let troubled = EditedTokens(base: stage.wire) { $0["access_token"] = nil }
        let refused = try await BrokeredApp.a.ask(stage.broker(transport: troubled), .refresh) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(refused.tokens == nil)
        #expect(try !before.isEmpty && refreshTokens().count == before.count)
        #expect(try refreshTokens().isDisjoint(with: before))
        let reply = try await BrokeredApp.a.ask(stage.broker(), .refresh) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(try await stage.apiAccepts(reply.tokens?.accessToken))
    }
}
