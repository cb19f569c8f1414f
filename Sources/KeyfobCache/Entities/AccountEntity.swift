package import KeyfobCore

/// A user in one tenant in the unified schema.
package struct AccountEntity: Sendable {
    /// The account in all tenants (`home_account_id`), in lower case.
    package let homeAccountID: String
    /// `environment`
    package let environment: String
    /// The tenant (`realm`).
    package let realm: String
    /// The user's object id in that tenant (`local_account_id`).
    package let localAccountID: String
    /// `username`
    package let username: String
    /// `authority_type`: `MSSTS`, `ADFS`, `MSA`, `AAD`, `Generic`.
    package let authorityType: String
    /// Unknown members; there is no secret.
    package let contents: CredentialContents

    /// Makes an entity.
    package init(
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
    package func with(unknown: [String: JSONValue]) -> AccountEntity {
        AccountEntity(
            homeAccountID: homeAccountID, environment: environment, realm: realm, localAccountID: localAccountID,
            username: username, authorityType: authorityType,
            contents: CredentialContents(secret: nil, unknown: unknown))
    }

    /// The entity's identity: one for each tenant.
    package var key: CredentialKey { CredentialKey(homeAccountID, environment, realm) }
}
