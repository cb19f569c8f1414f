/// The metadata of a client, for all accounts, in the unified schema.
public struct AppMetadataEntity: Sendable {
    /// `client_id`
    public let clientID: String
    /// `environment`
    public let environment: String
    /// The client's family (`family_id`); empty if it has none.
    public let familyID: String
    /// Unknown members; there is no secret.
    public let contents: CredentialContents

    /// Makes an entity.
    public init(
        clientID: String, environment: String, familyID: String,
        contents: CredentialContents = CredentialContents(secret: nil)
    ) {
        self.clientID = clientID
        self.environment = environment.identifierInLowerCase
        self.familyID = familyID
        self.contents = contents
    }

    /// The entity's identity: one for each client and environment, without an account.
    public var key: CredentialKey { CredentialKey("", "appmetadata", environment, clientID) }
}
