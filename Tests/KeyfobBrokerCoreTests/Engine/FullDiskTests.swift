import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

/// A vault whose disk is full.
private struct FullStorage: VaultStorage {
    let base: InMemoryVaultStorage

    private var error: AuthError { AuthError(.storeUnavailable, origin: .store, message: "The disk is full.") }

    func read() throws(AuthError) -> [UInt8]? { try base.read() }
    func write(_ bytes: [UInt8]) throws(AuthError) { throw error }
    func reserveRoom() throws(AuthError) -> ReservedRoom { throw error }
}

/// A store whose disk is full.
private struct FullStore: CredentialStore {
    let base: InMemoryCredentialStore

    private var error: AuthError { AuthError(.storeUnavailable, origin: .store, message: "The disk is full.") }

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        try base.partition(homeAccountID: homeAccountID)
    }
    func homeAccountIDs() throws(AuthError) -> [String] { try base.homeAccountIDs() }
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) { try base.forEachAccount(body) }
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R { throw error }
    func reserveRoom() throws(AuthError) -> ReservedRoom { throw error }
}

@Suite("The broker on a full disk")
struct FullDiskTests {
    @Test("No new primary refresh token is requested that could not be stored, and apps get their tokens")
    func primaryToken() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        // The token of the first day is valid for 14 days, and due to be renewed.
        for day in [5.0, 10] {
            fixture.clock.advance(seconds: 5 * 86400)
            let full = try fixture.broker(storage: FullStorage(base: fixture.storage))
            let reply = try await BrokeredApp.a.ask(full, .refresh) { $0.user.homeAccountID = account }
            #expect(
                try await fixture.apiAccepts(reply.tokens?.accessToken),
                "day \(day): \(String(describing: reply.failure))")
        }
        let renewed = try await BrokeredApp.a.ask(fixture.broker(), .refresh) {
            $0.user.homeAccountID = account
            $0.forcesRefresh = true
        }
        #expect(renewed.tokens != nil)
        // Past the life of the first one.
        fixture.clock.advance(seconds: 10 * 86400)
        let later = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(later.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
    }

    @Test("A sign-in that could not be stored fails before the user is asked", arguments: [true, false])
    func signIn(isVaultFull: Bool) async throws {
        let fixture = try await BrokerFixture()
        _ = try fixture.broker()
        let full =
            try isVaultFull
            ? fixture.broker(storage: FullStorage(base: fixture.storage))
            : fixture.broker(store: FullStore(base: fixture.store))
        let reply = try await BrokeredApp.a.ask(full, .login)
        #expect(reply.tokens == nil && reply.failure != nil)
        #expect(fixture.screen.visits.allSatisfy { $0.pages.isEmpty })
        #expect(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens != nil)
    }

    @Test("An app's own refresh token is not redeemed, and a token that is about to expire is returned")
    func appToken() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let first = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let account = try #require(first.tokens?.homeAccountID)
        let expiry = try #require(first.tokens?.expiresOn)
        fixture.clock.advance(seconds: Double(expiry - fixture.clock.unixSeconds - 100))
        let full = try fixture.broker(store: FullStore(base: fixture.store))
        fixture.wire.clear()
        let spare = try await BrokeredApp.a.ask(full, .refresh) { $0.user.homeAccountID = account }
        #expect(spare.tokens?.accessToken == first.tokens?.accessToken)
        fixture.clock.advance(seconds: 101)
        let refused = try await BrokeredApp.a.ask(full, .refresh) { $0.user.homeAccountID = account }
        #expect(refused.tokens == nil && refused.failure != nil)
        #expect(fixture.wire.requests(to: "/token").isEmpty)
        let fresh = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(fresh.tokens?.accessToken))
    }
}
