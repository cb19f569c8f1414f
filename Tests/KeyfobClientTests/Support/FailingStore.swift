import KeyfobCache
import KeyfobCore

/// A store whose reads fail with the given code.
struct FailingStore: CredentialStore {
    let base: InMemoryCredentialStore
    let code: AuthError.Code

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        throw AuthError(code, origin: .store, message: "It failed: \(code).")
    }
    func homeAccountIDs() throws(AuthError) -> [String] { try base.homeAccountIDs() }
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) { try base.forEachAccount(body) }
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R { try await base.write(body) }
}
