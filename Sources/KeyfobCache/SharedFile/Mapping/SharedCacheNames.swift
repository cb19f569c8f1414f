/// The names of members in the shared cache's JSON.
enum SharedCacheNames {
    static let credentialType = "credential_type"
    static let secret = "secret"
    static let home = "home_account_id"
    static let environment = "environment"
    static let client = "client_id"
    static let realm = "realm"
    static let target = "target"
    static let tokenType = "token_type"
    static let cachedAt = "cached_at"
    static let expiresOn = "expires_on"
    static let extendedExpiresOn = "extended_expires_on"
    /// MSAL.NET writes the extended expiry a second time.
    static let extendedExpiresOnOfNET = "ext_expires_on"
    static let refreshOn = "refresh_on"
    static let requestedClaims = "requested_claims"
    static let requestedClaimsOfNode = "requestedClaims"
    /// Seconds from the response, written by IdentityCore; wrong for any later token.
    static let expiresIn = "expires_in"
    static let family = "family_id"
    static let modified = "last_modification_time"
    static let localAccount = "local_account_id"
    static let username = "username"
    static let authorityType = "authority_type"
    static let app = "app"
    static let state = "sign_in_state"
    /// The host and the port of an entry's issuer: MSAL Python writes the environment without a port.
    static let host = "keyfob_host"

    /// The key that a token is bound to, by library: IdentityCore and MSAL.NET, MSAL Python and Node, Go.
    static let keyIDs = ["kid", "key_id", "keyid"]

    /// Members of access tokens for special requests that are not modelled: tokens for a path or for client claims, and
    /// on-behalf-of tokens.
    static let specialTerms = ["ext_cache_key", "ext", "user_assertion_hash", "userAssertionHash"]

    private static let common: Set<String> = [credentialType, home, environment, host, client]

    /// The modelled members of a kind; all others are kept as unknown ones.
    static func modelled(_ kind: CredentialKind) -> Set<String> {
        switch kind {
        case .accessToken:
            common.union([
                secret, realm, target, tokenType, cachedAt, expiresOn, extendedExpiresOn, extendedExpiresOnOfNET,
                refreshOn, requestedClaims, requestedClaimsOfNode, expiresIn,
            ])
        case .refreshToken: common.union([secret, family, modified])
        case .idToken: common.union([secret, realm])
        case .account: [home, environment, host, realm, localAccount, username, authorityType]
        case .appMetadata: [client, environment, host, family]
        case .signInState: [home, client, app, state]
        default: [home, secret]
        }
    }
}
