/// What is known of a client, whoever is signed in, as the unified schema keeps it.
public struct AppMetadataEntity: Sendable {
    /// `client_id`
    public let clientID: String
    /// `environment`
    public let environment: String
    /// The client's family (`family_id`); empty if it is known to have none.
    public let familyID: String
    /// Members that this version does not know; there is no secret.
    public let contents: CredentialContents

    /// Makes an entity of its members.
    public init(
        clientID: String, environment: String, familyID: String,
        contents: CredentialContents = CredentialContents(secret: nil)
    ) {
        self.clientID = clientID
        self.environment = environment.identifierInLowerCase
        self.familyID = familyID
        self.contents = contents
    }

    /// The entity's identity: one per client and environment, of no account.
    public var key: CredentialKey { CredentialKey("", "appmetadata", environment, clientID) }
}
