import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

/// A legacy cache that cannot be used.
struct BrokenLegacyCache: LegacyTokenCache {
    private let error: AuthError

    init(_ code: AuthError.Code) { error = AuthError(code, origin: .store, message: "Broken.") }

    func items(_ query: LegacyTokenQuery) throws(AuthError) -> [LegacyTokenItem] { throw error }
    func put(_ items: [LegacyTokenItem], sparing: Bool) throws(AuthError) { throw error }
    func remove(_ items: [LegacyTokenItem], by app: String, at now: Date) throws(AuthError) { throw error }
}

/// A store that is empty, and that nothing can be written to.
struct ReadOnlyStore: CredentialStore {
    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? { nil }
    func homeAccountIDs() throws(AuthError) -> [String] { [] }
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {}
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        throw AuthError(.storeUnavailable, origin: .store, message: "The disk is full.")
    }
}
