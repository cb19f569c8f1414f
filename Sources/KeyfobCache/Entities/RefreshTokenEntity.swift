package import KeyfobCore

/// A refresh token in the unified schema, of one client or of a family of clients.
package struct RefreshTokenEntity: Sendable {
    /// The account (`home_account_id`), in lower case.
    package let homeAccountID: String
    /// `environment`
    package let environment: String
    /// The client to which it was issued (`client_id`).
    package let clientID: String
    /// The family that may use it (`family_id`); nil if only the client may.
    package let familyID: String?
    /// The token and its unknown members.
    package let contents: CredentialContents

    /// Makes an entity; an empty family means none.
    package init(
        homeAccountID: String, environment: String, clientID: String, familyID: String? = nil,
        contents: CredentialContents
    ) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.environment = environment.identifierInLowerCase
        self.clientID = clientID
        self.familyID = familyID?.isEmpty == true ? nil : familyID
        self.contents = contents
    }

    /// The entity's identity: one for each client or family.
    package var key: CredentialKey {
        CredentialKey(homeAccountID, environment, "refreshtoken", familyID ?? clientID, "", "")
    }

    /// The token itself.
    package var secret: Secret<String> {
        get throws(AuthError) { try contents.token }
    }
}
