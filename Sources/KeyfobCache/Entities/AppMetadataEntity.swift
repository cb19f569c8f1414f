/// The metadata of a client, for all accounts, in the unified schema.
package struct AppMetadataEntity: Sendable {
    /// `client_id`
    package let clientID: String
    /// `environment`
    package let environment: String
    /// The client's family (`family_id`); empty if it has none.
    package let familyID: String
    /// Unknown members; there is no secret.
    package let contents: CredentialContents

    /// Makes an entity.
    package init(
        clientID: String, environment: String, familyID: String,
        contents: CredentialContents = CredentialContents(secret: nil)
    ) {
        self.clientID = clientID
        self.environment = environment.identifierInLowerCase
        self.familyID = familyID
        self.contents = contents
    }

    /// The entity's identity: one for each client and environment, without an account.
    package var key: CredentialKey { CredentialKey("", "appmetadata", environment, clientID) }
}
