package import KeyfobCore

/// An access token from the cache, with the other parts of a result.
///
/// It is a class, since a silent call passes it on several times, and a copy of its values costs more than the object.
package final class CachedAccessToken: Sendable {
    /// The validity of a token.
    package enum Validity: Sendable, Hashable {
        /// It is valid.
        case valid
        /// It is valid, and the server has requested a refresh by now: use it if the refresh fails.
        case refreshDue
        /// It is expired, or will be within the buffer.
        case expired
    }

    /// The token's entity.
    package let entity: AccessTokenEntity
    /// The token.
    package let secret: Secret<String>
    /// The id token of the same client and tenant, if there is one.
    package let idToken: Secret<String>?
    /// The account for the client's apps.
    package let account: Account
    /// The token's validity.
    package let validity: Validity
    /// Whether the requesting app is recorded as signed in; if not, record it with
    /// ``CredentialRules/markSignedIn(homeAccountID:clientID:app:in:)``, since this app now uses the account.
    package let isAppSignedIn: Bool

    init(
        entity: AccessTokenEntity, secret: Secret<String>, idToken: Secret<String>?, account: Account,
        validity: Validity, isAppSignedIn: Bool
    ) {
        self.entity = entity
        self.secret = secret
        self.idToken = idToken
        self.account = account
        self.validity = validity
        self.isAppSignedIn = isAppSignedIn
    }

    /// Whether the token may be used while the server is unavailable (`extended_expires_on`).
    ///
    /// - Parameter now: the present time, in seconds since 1970.
    package func mayServeOutage(now: Int64) -> Bool { entity.cachedAt <= now && now < entity.extendedExpiresOn }
}
