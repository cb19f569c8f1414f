package import KeyfobCache
package import KeyfobCore

/// A refresh token that may be redeemed, from the store or from ADAL's cache.
package struct RefreshTokenCandidate: Sendable {
    package private(set) var secret: Secret<String>
    /// The host that it may be sent to, or an alias of it.
    package let environment: String
    /// The family that may use it; nil if only the client may.
    package let familyID: String?
    /// Its item in ADAL's cache; nil if it is from the store.
    package private(set) var adalItem: ADALCacheItem?

    /// Makes a token of the store.
    package init(_ entity: RefreshTokenEntity) throws(AuthError) {
        secret = try entity.secret
        environment = entity.environment
        familyID = entity.familyID
        adalItem = nil
    }

    /// Makes a token of ADAL's cache; nil if the item has none, or its authority is invalid.
    package init?(_ item: ADALCacheItem) {
        guard let secret = item.refreshToken, let authority = try? Authority(item.authority) else { return nil }
        self.secret = secret
        environment = authority.environment
        if case .family(let family) = item.kind { familyID = family } else { familyID = nil }
        adalItem = item
    }

    /// The token that has replaced this one.
    package func replaced(by successor: Secret<String>) -> RefreshTokenCandidate {
        var copy = self
        copy.secret = successor
        copy.adalItem?.refreshToken = successor
        return copy
    }
}
