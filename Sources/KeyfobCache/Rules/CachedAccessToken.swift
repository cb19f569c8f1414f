public import KeyfobCore

/// An access token from the cache, with all that a result needs beside it.
public struct CachedAccessToken: Sendable {
    /// What the token is good for now.
    public enum Validity: Sendable, Hashable {
        /// It is valid.
        case valid
        /// It is valid, and the server asked to refresh it by now: serve it if the refresh fails.
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
    /// The account as the client's apps see it.
    public let account: Account
    /// What the token is good for.
    public let validity: Validity
    /// Whether the asking app is on record as signed in; if not, write that once by
    /// ``CredentialRules/markSignedIn(homeAccountID:clientID:app:in:)``, since this app uses the account now.
    public let isAppSignedIn: Bool

    /// Whether the token may serve while the server is unavailable (`extended_expires_on`).
    ///
    /// - Parameter now: the present, in seconds since 1970.
    public func mayServeOutage(now: Int64) -> Bool { entity.cachedAt <= now && now < entity.extendedExpiresOn }
}
