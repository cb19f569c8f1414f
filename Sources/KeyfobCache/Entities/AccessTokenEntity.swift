package import KeyfobCore

/// An access token in the unified schema. All times are seconds since 1970.
package struct AccessTokenEntity: Sendable {
    /// The account (`home_account_id`), in lower case.
    package let homeAccountID: String
    /// `environment`
    package let environment: String
    /// `client_id`
    package let clientID: String
    /// The tenant that issued it (`realm`).
    package let realm: String
    /// The scopes of the token (`target`).
    package let scopes: ScopeSet
    /// `token_type`
    package let tokenType: String
    /// The time of the response (`cached_at`).
    package let cachedAt: Int64
    /// The time at which it expires (`expires_on`).
    package let expiresOn: Int64
    /// The time until which it may be used during an outage (`extended_expires_on`).
    package let extendedExpiresOn: Int64
    /// The time from which it should be refreshed although it is valid (`refresh_on`).
    package let refreshOn: Int64?
    /// The claims request of the token, in canonical form; nil for a token without one (`requested_claims`).
    package let requestedClaims: String?
    /// The token and its unknown members.
    package let contents: CredentialContents

    /// Makes an entity.
    package init(
        homeAccountID: String, environment: String, clientID: String, realm: String, scopes: ScopeSet,
        tokenType: String = "Bearer", cachedAt: Int64, expiresOn: Int64, extendedExpiresOn: Int64? = nil,
        refreshOn: Int64? = nil, requestedClaims: String? = nil, contents: CredentialContents
    ) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.environment = environment.identifierInLowerCase
        self.clientID = clientID
        self.realm = realm
        self.scopes = scopes
        self.tokenType = tokenType
        self.cachedAt = cachedAt
        self.expiresOn = expiresOn
        self.extendedExpiresOn = extendedExpiresOn ?? expiresOn
        self.refreshOn = refreshOn
        self.requestedClaims = requestedClaims
        self.contents = contents
    }

    /// The entity's identity: one for each set of scopes, token type and claims request.
    package var key: CredentialKey {
        let isBearer = tokenType.isSameIdentifier(as: "Bearer")
        let key = CredentialKey(
            homeAccountID, environment, isBearer ? "accesstoken" : "accesstoken_with_authscheme", clientID, realm,
            scopes.canonicalDescription)
        if isBearer, requestedClaims == nil { return key }
        let name = key.name + (isBearer ? "" : "-" + tokenType.lowercased())
        return CredentialKey(homeAccountID: homeAccountID, name: name + (requestedClaims.map { "|\($0)" } ?? ""))
    }

    /// The token itself.
    package var secret: Secret<String> {
        get throws(AuthError) { try contents.token }
    }

    /// The thumbprint of the key that the token is bound to (`kid`); nil for a bearer token.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable` if the contents cannot be unsealed.
    package var keyID: String? {
        get throws(AuthError) { try contents.open().unknown[Self.keyIDMember]?.stringValue }
    }

    static let keyIDMember = "kid"
}
