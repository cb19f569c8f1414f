package import KeyfobCore

/// An id token in the unified schema.
package struct IDTokenEntity: Sendable {
    /// The account (`home_account_id`), in lower case.
    package let homeAccountID: String
    /// `environment`
    package let environment: String
    /// `client_id`
    package let clientID: String
    /// The tenant that issued it (`realm`).
    package let realm: String
    /// The token and its unknown members.
    package let contents: CredentialContents

    /// Makes an entity.
    package init(
        homeAccountID: String, environment: String, clientID: String, realm: String, contents: CredentialContents
    ) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.environment = environment.identifierInLowerCase
        self.clientID = clientID
        self.realm = realm
        self.contents = contents
    }

    /// The entity's identity: one for each client and tenant.
    package var key: CredentialKey { CredentialKey(homeAccountID, environment, "idtoken", clientID, realm, "") }

    /// The token itself, in compact form.
    package var secret: Secret<String> {
        get throws(AuthError) { try contents.token }
    }
}
