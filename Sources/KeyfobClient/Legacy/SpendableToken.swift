import KeyfobCache
import KeyfobCore

/// A refresh token that may be spent, from the store or from ADAL's cache.
struct SpendableToken: Sendable {
    private(set) var secret: Secret<String>
    /// The host that it may be sent to, or an alias of it.
    let environment: String
    /// The family that may use it; nil if only the client may.
    let familyID: String?
    /// Its item in ADAL's cache; nil if it is the store's.
    private(set) var legacyItem: LegacyTokenItem?

    /// A token of the store.
    init(_ entity: RefreshTokenEntity) throws(AuthError) {
        secret = try entity.secret
        environment = entity.environment
        familyID = entity.familyID
        legacyItem = nil
    }

    /// A token of ADAL's cache; nil if it has none, or its authority is none.
    init?(_ item: LegacyTokenItem) {
        guard let secret = item.refreshToken, let authority = try? Authority(item.authority) else { return nil }
        self.secret = secret
        environment = authority.environment
        if case .family(let family) = item.kind { familyID = family } else { familyID = nil }
        legacyItem = item
    }

    /// The token that has taken this one's place.
    func replaced(by successor: Secret<String>) -> SpendableToken {
        var copy = self
        copy.secret = successor
        copy.legacyItem?.refreshToken = successor
        return copy
    }
}
