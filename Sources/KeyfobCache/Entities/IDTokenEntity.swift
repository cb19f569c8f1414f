public import KeyfobCore

/// An id token in the unified schema.
public struct IDTokenEntity: Sendable {
    /// The account (`home_account_id`), in lower case.
    public let homeAccountID: String
    /// `environment`
    public let environment: String
    /// `client_id`
    public let clientID: String
    /// The tenant that issued it (`realm`).
    public let realm: String
    /// The token and its unknown members.
    public let contents: CredentialContents

    /// Makes an entity.
    public init(
        homeAccountID: String, environment: String, clientID: String, realm: String, contents: CredentialContents
    ) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.environment = environment.identifierInLowerCase
        self.clientID = clientID
        self.realm = realm
        self.contents = contents
    }

    /// The entity's identity: one for each client and tenant.
    public var key: CredentialKey { CredentialKey(homeAccountID, environment, "idtoken", clientID, realm, "") }

    /// The token itself, in compact form.
    public var secret: Secret<String> {
        get throws(AuthError) { try contents.secret }
    }
}
