import Foundation
import KeyfobCache
import KeyfobCore

/// A store whose disk is full: what is there can be read.
struct StoreWithoutRoom: CredentialStore {
    let base: InMemoryCredentialStore

    private var error: AuthError {
        AuthError(.storeUnavailable, origin: .store, message: "The disk is full.", remedy: "Make room.")
    }

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

/// A cache of ADAL's whose disk is full.
struct ADALCacheWithoutRoom: ADALCache {
    let base: InMemoryADALCache

    private var error: AuthError { AuthError(.storeUnavailable, origin: .store, message: "The disk is full.") }

    func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] { try base.items(query) }
    func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError) { throw error }
    func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) { throw error }
    func reserveRoom() throws(AuthError) -> ReservedRoom { throw error }
}

/// A refresh lock on a file system without locks.
struct UnsupportedLock: RefreshLock {
    func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        throw AuthError(.storeUnavailable, origin: .store, message: "There are no locks.", remedy: "Use a local disk.")
    }
}
