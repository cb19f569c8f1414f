import Foundation
import KeyfobADALClient
import KeyfobCache
import KeyfobClient
import KeyfobCore

/// The common part of the two cache classes: listing, and removing from ADAL's cache and from the shared store.
struct ADTokenStore: Sendable {
    let cache: any ADALCache
    let environment: ClientEnvironment
    /// The app that removes.
    let app: String

    init(cache: any ADALCache, environment: ClientEnvironment, app: String) {
        self.cache = cache
        self.app = app
        var environment = environment
        environment.logListeners.append(ADLogComponent().listener)
        self.environment = environment
    }

    /// Every item, access tokens and refresh tokens; those of a broker are not the app's.
    func allItems() throws(ADAuthenticationError) -> [ADTokenCacheItem] {
        try items(ADALCacheQuery()).map { ADTokenCacheItem($0) }
    }

    func remove(_ item: ADTokenCacheItem) async throws(ADAuthenticationError) {
        let key = item.item.key
        try await remove(
            items(ADALCacheQuery(clientIDs: [key.clientID], userID: key.userID)).filter { $0.key == key })
    }

    func removeAll(clientID: String, userID: String? = nil) async throws(ADAuthenticationError) {
        guard !clientID.isEmpty, userID?.isEmpty != true else {
            throw .invalidArgument("Name the client, and the user whose tokens are to be removed.")
        }
        try await remove(items(ADALCacheQuery(clientIDs: [clientID], userID: userID)))
    }

    func wipe(userID: String) async throws(ADAuthenticationError) {
        guard !userID.isEmpty else { throw .invalidArgument("Name the user whose tokens are to be wiped.") }
        do throws(AuthError) {
            try await ADALRemoval(cache, environment: environment, app: app).wipe(userID: userID)
        } catch {
            throw ADAuthenticationError(error, isSilent: true, userID: userID)
        }
    }

    private func remove(_ items: [ADALCacheItem]) async throws(ADAuthenticationError) {
        do throws(AuthError) {
            try await ADALRemoval(cache, environment: environment, app: app).remove(items)
        } catch {
            throw ADAuthenticationError(error, isSilent: true)
        }
    }

    private func items(_ query: ADALCacheQuery) throws(ADAuthenticationError) -> [ADALCacheItem] {
        do throws(AuthError) {
            return try cache.items(query).filter { $0.kind != .primary }
        } catch {
            throw ADAuthenticationError(error, isSilent: true)
        }
    }
}
