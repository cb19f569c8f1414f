public import Foundation
public import KeyfobCore

/// A place where apps that use ADAL for Objective-C keep their tokens, in ADAL's own format.
///
/// It is read for accounts that are not in the credential store yet, and written only if the app asks for that. The
/// calls are synchronous and short; every adapter passes `KeyfobConformance.LegacyTokenCacheConformance`.
public protocol LegacyTokenCache: Sendable {
    /// The items that match; deleted ones, and what cannot be read as an item, are left out.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the cache is damaged, written by a newer version or out
    ///   of reach, `storeLocked` while the device is locked.
    func items(_ query: LegacyTokenQuery) throws(AuthError) -> [LegacyTokenItem]

    /// Writes items, each in place of the one that has the same key, all at once where the place can.
    ///
    /// - Parameters:
    ///   - items: what is written.
    ///   - sparing: whether an item that has a refresh token already stays as it is.
    /// - Throws: ``AuthError`` as ``items(_:)``.
    func put(_ items: [LegacyTokenItem], sparing: Bool) throws(AuthError)

    /// Removes items, each only if its refresh token is still the one that is known here.
    ///
    /// - Parameters:
    ///   - items: what is removed, as it was read.
    ///   - app: who removes, for the note that a keychain keeps of it (``LegacyWipeMarker``).
    ///   - now: when.
    /// - Throws: ``AuthError`` as ``items(_:)``.
    func remove(_ items: [LegacyTokenItem], by app: String, at now: Date) throws(AuthError)
}

/// Which items of a legacy cache are meant.
public struct LegacyTokenQuery: Sendable, Hashable {
    /// The client ids, in lower case; nil means every client's.
    public let clientIDs: Set<String>?
    /// The user's name, trimmed and in lower case; nil means every user's.
    public let userID: String?

    /// Makes a query; letter case and white space around the parts do not matter.
    public init(clientIDs: [String]? = nil, userID: String? = nil) {
        self.clientIDs = clientIDs.map { Set($0.map(LegacyTokenKey.canonical)) }
        self.userID = userID.map(LegacyTokenKey.canonical)
    }

    /// Whether an item is among those meant.
    public func matches(_ item: LegacyTokenItem) -> Bool {
        (userID == nil || item.key.userID == userID) && clientIDs?.contains(item.key.clientID) ?? true
    }
}
