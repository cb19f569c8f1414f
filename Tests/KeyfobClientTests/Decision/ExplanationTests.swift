import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The explanation of a silent call")
struct ExplanationTests {
    @Test("predicts what the call then does, writes nothing, sends no request, and contains the outcome")
    func beforeAndAfter() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        world.wire.clear()
        var parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let stored = try app.explainSilent(parameters)
        #expect(stored.decision.step == .serveStored)
        #expect(stored.tokenExpiresOn == first.expiresOn && stored.tokenScopes == first.scopes)
        #expect(stored.authority == Contoso.authority())
        #expect(stored.after(.success(try await app.acquireTokenSilent(parameters))).decision.step == .serveStored)
        parameters.forceRefresh = true
        let forced = try app.explainSilent(parameters)
        #expect(forced.decision.reasons == [.forced, .ownRefreshToken])
        #expect(world.wire.exchanges.isEmpty)
        let fresh = try await app.acquireTokenSilent(parameters)
        #expect(forced.after(.success(fresh)).decision.step == .serveFresh)
        // A token that expires soon, and a server that is down.
        parameters.forceRefresh = false
        world.clock.set(fresh.expiresOn.addingTimeInterval(-200))
        world.faults.fail(.unreachable)
        let expiring = try app.explainSilent(parameters)
        #expect(expiring.inputs.accessToken == .expiring && expiring.decision.step == .refresh)
        #expect(expiring.after(.success(try await app.acquireTokenSilent(parameters))).decision.step == .serveSpare)
        world.expireAccessTokens()
        let expired = try app.explainSilent(parameters)
        let asked = parameters
        let error = try #require(
            await failure { () async throws(AuthError) in try await app.acquireTokenSilent(asked) })
        #expect(expired.after(.failure(error)).decision.step == .fail)
        #expect(expired.after(.failure(error)).decision.reasons == [.networkDown, .expired])
    }

    @Test("says so where the tenant's name is not in the store")
    func unknownTenant() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let app = try world.app("b", authority: Contoso.authority("contoso.test"))
        let explanation = try app.explainSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(explanation.authority == nil)
        #expect(explanation.decision.step == .refresh)
        world.wire.clear()
        _ = try app.explainSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(world.wire.exchanges.isEmpty)
    }

    @Test("throws the store's error where the store is locked")
    func lockedStore() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let app = try world.app(store: FailingStore(base: world.store, code: .storeLocked))
        let error = #expect(throws: AuthError.self) {
            try app.explainSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        }
        #expect(error?.code == .storeLocked)
    }
}
