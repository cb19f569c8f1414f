public import KeyfobCore

/// An access token from the cache, with the other parts of a result.
public struct CachedAccessToken: Sendable {
    /// The validity of a token.
    public enum Validity: Sendable, Hashable {
        /// It is valid.
        case valid
        /// It is valid, and the server has requested a refresh by now: use it if the refresh fails.
        case refreshDue
        /// It is expired, or will be within the buffer.
        case expired
    }

    /// The token's entity.
    public let entity: AccessTokenEntity
    /// The token.
    public let secret: Secret<String>
    /// The id token of the same client and tenant, if there is one.
    public let idToken: Secret<String>?
    /// The account for the client's apps.
    public let account: Account
    /// The token's validity.
    public let validity: Validity
    /// Whether the requesting app is recorded as signed in; if not, record it with
    /// ``CredentialRules/markSignedIn(homeAccountID:clientID:app:in:)``, since this app now uses the account.
    public let isAppSignedIn: Bool

    /// Whether the token may be used while the server is unavailable (`extended_expires_on`).
    ///
    /// - Parameter now: the present time, in seconds since 1970.
    public func mayServeOutage(now: Int64) -> Bool { entity.cachedAt <= now && now < entity.extendedExpiresOn }
}
