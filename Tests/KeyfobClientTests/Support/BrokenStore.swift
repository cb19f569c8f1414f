import KeyfobCache
import KeyfobCore

/// A store that cannot be read or written.
struct BrokenStore: CredentialStore {
    private var error: AuthError {
        AuthError(.storeUnavailable, origin: .store, message: "The disk is gone.", remedy: "Put it back.")
    }

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? { throw error }
    func homeAccountIDs() throws(AuthError) -> [String] { throw error }
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) { throw error }
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R { throw error }
}

/// A store that can be read but not written: a full disk, unless the test sets another error.
struct FullStore: CredentialStore {
    let base: InMemoryCredentialStore
    var error = AuthError(.storeUnavailable, origin: .store, message: "The disk is full.", remedy: "Free some space.")

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        try base.partition(homeAccountID: homeAccountID)
    }
    func homeAccountIDs() throws(AuthError) -> [String] { try base.homeAccountIDs() }
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) { try base.forEachAccount(body) }
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        throw error
    }
}
