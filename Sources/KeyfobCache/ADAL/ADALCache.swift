package import Foundation
package import KeyfobCore

/// A store in which apps that use ADAL for Objective-C keep their tokens, in ADAL's own format.
///
/// It is read for accounts that are not in the credential store yet, and written only if the app enables that. The
/// calls are synchronous and short; every implementation passes `KeyfobConformance.ADALCacheConformance`.
package protocol ADALCache: Sendable {
    /// The matching items, except deleted and unreadable ones.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the cache is damaged, was written by a newer version or
    ///   cannot be reached, `storeLocked` while the device is locked.
    func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem]

    /// Writes items, each in place of the one with the same key, atomically if the store supports that.
    ///
    /// - Parameters:
    ///   - items: the items to write.
    ///   - sparing: whether an existing item with a refresh token stays unchanged.
    /// - Throws: the same errors as ``items(_:)``.
    func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError)

    /// Removes items whose refresh token is unchanged.
    ///
    /// - Parameters:
    ///   - items: the items to remove, as they were read.
    ///   - app: the removing app, for the keychain's wipe marker (``ADALWipeMarker``).
    ///   - now: the time.
    /// - Throws: the same errors as ``items(_:)``.
    func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError)

    /// Reserves room for a write to come, as ``CredentialStore/reserveRoom()`` does.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if a write would fail now.
    func reserveRoom() throws(AuthError) -> ReservedRoom
}

extension ADALCache {
    /// Reserves nothing: for a cache that has no disk of its own.
    package func reserveRoom() throws(AuthError) -> ReservedRoom { ReservedRoom() }
}

/// A query for items of an ADAL cache.
package struct ADALCacheQuery: Sendable, Hashable {
    /// The client ids, in lower case; nil means every client.
    package let clientIDs: Set<String>?
    /// The user's name, trimmed and in lower case; nil means every user.
    package let userID: String?

    /// Makes a query; ignores letter case and white space around the parts.
    package init(clientIDs: [String]? = nil, userID: String? = nil) {
        self.clientIDs = clientIDs.map { Set($0.map(ADALCacheKey.canonical)) }
        self.userID = userID.map(ADALCacheKey.canonical)
    }

    /// Whether an item matches.
    package func matches(_ item: ADALCacheItem) -> Bool {
        (userID == nil || item.key.userID == userID) && clientIDs?.contains(item.key.clientID) ?? true
    }
}
