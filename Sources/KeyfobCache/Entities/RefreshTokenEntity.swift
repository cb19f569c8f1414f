public import KeyfobCore

/// A refresh token in the unified schema, of one client or of a family of clients.
public struct RefreshTokenEntity: Sendable {
    /// The account (`home_account_id`), in lower case.
    public let homeAccountID: String
    /// `environment`
    public let environment: String
    /// The client to which it was issued (`client_id`).
    public let clientID: String
    /// The family that may use it (`family_id`); nil if only the client may.
    public let familyID: String?
    /// The token and its unknown members.
    public let contents: CredentialContents

    /// Makes an entity; an empty family means none.
    public init(
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
    public var key: CredentialKey {
        CredentialKey(homeAccountID, environment, "refreshtoken", familyID ?? clientID, "", "")
    }

    /// The token itself.
    public var secret: Secret<String> {
        get throws(AuthError) { try contents.secret }
    }
}
