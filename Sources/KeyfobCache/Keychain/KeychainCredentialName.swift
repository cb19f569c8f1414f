import KeyfobCore
import KeyfobCrypto

/// The parts of a credential's name, and its key in a keychain.
package struct KeychainCredentialName: Sendable, Hashable {
    /// `credential_type`
    package var kind: KeychainCredentialKind
    /// `home_account_id`
    package var homeAccountID: String
    /// `environment`
    package var environment: String
    /// `client_id`
    package var clientID: String
    /// `family_id`; replaces the client id in the key.
    package var familyID: String?
    /// `realm`
    package var realm: String?
    /// `target`
    package var target: String?
    /// `token_type` of a token with a scheme.
    package var tokenType: String?
    /// Intune's `application_cache_identifier`.
    package var applicationIdentifier: String?
    /// `requested_claims`
    package var requestedClaims: String?
    /// The app for which a broker stores the credential.
    package var appKey: String?

    /// Makes a name; missing parts stay nil.
    package init(
        _ kind: KeychainCredentialKind, homeAccountID: String, environment: String, clientID: String,
        familyID: String? = nil, realm: String? = nil, target: String? = nil, tokenType: String? = nil,
        applicationIdentifier: String? = nil, requestedClaims: String? = nil, appKey: String? = nil
    ) {
        self.kind = kind
        self.homeAccountID = homeAccountID
        self.environment = environment
        self.clientID = clientID
        self.familyID = familyID
        self.realm = realm
        self.target = target
        self.tokenType = tokenType
        self.applicationIdentifier = applicationIdentifier
        self.requestedClaims = requestedClaims
        self.appKey = appKey
    }

    /// The key. Empty parts keep their separators.
    package var key: KeychainItemKey {
        var generic = "\(kind.rawValue.lowercased())-\((familyID ?? clientID).keychainPart)-"
        generic += realm?.keychainPart ?? ""
        if let applicationIdentifier { generic += "-\(applicationIdentifier.keychainPart)" }
        var service = "\(generic)-\(target?.keychainPart ?? "")"
        if let tokenType { service += "-\(tokenType.keychainPart)" }
        if let appKey, !appKey.keychainPart.isEmpty { service += "|\(appKey)" }
        if let claims = requestedClaims?.keychainPart, !claims.isEmpty { service += "|\(Self.hash(claims))" }
        return KeychainItemKey(
            account: "\(homeAccountID.keychainPart)-\(environment.keychainPart)", service: service, generic: generic,
            type: kind.type)
    }

    /// `kSecAttrCreator`: a broker's items contain a hash of the app.
    package var creator: UInt32? { appKey.map(KeychainCreator.hash) }

    /// The first seven hexadecimal digits of the SHA-256.
    private static func hash(_ claims: String) -> String {
        String(Hex.encode(Digest.sha256(Array(claims.utf8))).prefix(7))
    }
}
