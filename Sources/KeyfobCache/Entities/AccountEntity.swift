public import KeyfobCore

/// A user in one tenant as the unified schema keeps it.
public struct AccountEntity: Sendable {
    /// The account across tenants (`home_account_id`), in lower case.
    public let homeAccountID: String
    /// `environment`
    public let environment: String
    /// The tenant (`realm`).
    public let realm: String
    /// The user's object id in that tenant (`local_account_id`).
    public let localAccountID: String
    /// `username`
    public let username: String
    /// `authority_type`: `MSSTS`, `ADFS`, `MSA`, `AAD`, `Generic`.
    public let authorityType: String
    /// Members that this version does not know; there is no secret.
    public let contents: CredentialContents

    /// Makes an entity of its members.
    public init(
        homeAccountID: String, environment: String, realm: String, localAccountID: String, username: String,
        authorityType: String = "MSSTS", contents: CredentialContents = CredentialContents(secret: nil)
    ) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.environment = environment.identifierInLowerCase
        self.realm = realm
        self.localAccountID = localAccountID
        self.username = username
        self.authorityType = authorityType
        self.contents = contents
    }

    /// The same user with other members beside the schema's own.
    ///
    /// - Parameter unknown: all of them, in place of those that ``contents`` has.
    public func with(unknown: [String: JSONValue]) -> AccountEntity {
        AccountEntity(
            homeAccountID: homeAccountID, environment: environment, realm: realm, localAccountID: localAccountID,
            username: username, authorityType: authorityType,
            contents: CredentialContents(secret: nil, unknown: unknown))
    }

    /// The entity's identity: one per tenant.
    public var key: CredentialKey { CredentialKey(homeAccountID, environment, realm) }
}
