public import KeyfobCore

/// A user in one tenant in the unified schema.
public struct AccountEntity: Sendable {
    /// The account in all tenants (`home_account_id`), in lower case.
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
    /// Unknown members; there is no secret.
    public let contents: CredentialContents

    /// Makes an entity.
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

    /// The same user with other additional members.
    ///
    /// - Parameter unknown: all additional members, which replace those in ``contents``.
    public func with(unknown: [String: JSONValue]) -> AccountEntity {
        AccountEntity(
            homeAccountID: homeAccountID, environment: environment, realm: realm, localAccountID: localAccountID,
            username: username, authorityType: authorityType,
            contents: CredentialContents(secret: nil, unknown: unknown))
    }

    /// The entity's identity: one for each tenant.
    public var key: CredentialKey { CredentialKey(homeAccountID, environment, realm) }
}
