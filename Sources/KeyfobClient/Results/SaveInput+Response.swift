package import KeyfobCache
import KeyfobCore
package import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

extension SaveInput {
    /// The user and tenant that a response is for, by the rules of the library that stores it.
    package struct Owner: Sendable {
        package let homeAccountID: String
        /// The host under which the tokens are stored.
        package let environment: String
        package let realm: String
        /// `authority_type` of a user that is not stored yet.
        package let authorityType: String
        /// The user's id in the tenant, for a response without an id token; nil if it does not state one.
        package let localAccountID: String?
        /// nil if the response does not state it.
        package let username: String?

        package init(
            homeAccountID: String, environment: String, realm: String, authorityType: String, localAccountID: String?,
            username: String?
        ) {
            self.homeAccountID = homeAccountID
            self.environment = environment
            self.realm = realm
            self.authorityType = authorityType
            self.localAccountID = localAccountID
            self.username = username
        }
    }

    /// The access token of a response, with what the request says about it.
    package struct Access: Sendable {
        let secret: Secret<String>
        let tokenType: String
        let keyID: String?
        let scopes: ScopeSet
        let expiresOn: Int64
    }

    /// Makes the values to store of a response: every flow of the client, at either pair of endpoints.
    ///
    /// - Parameters:
    ///   - owner: the user and the tenant.
    ///   - access: the access token, which is stored with the id token; nil to store neither.
    ///   - clientID: the client.
    ///   - app: the app.
    ///   - known: the user in this tenant as stored, for a response without an id token.
    package init(
        _ flow: FlowResult, of owner: Owner, access: Access?, clientID: String, app: String, known: AccountEntity?
    ) {
        let response = flow.response
        let now = flow.receivedAt.unixSeconds
        let token = flow.idToken
        self.init(
            homeAccountID: owner.homeAccountID, environment: owner.environment, realm: owner.realm,
            clientID: clientID, app: app,
            localAccountID: token?.objectID ?? token?.subject ?? known?.localAccountID ?? owner.localAccountID ?? "",
            username: owner.username ?? known?.username ?? "", cachedAt: now, expiresOn: access?.expiresOn ?? now)
        authorityType = known?.authorityType ?? owner.authorityType
        userMembers = Self.userMembers(of: flow)
        refreshToken = response.refreshToken
        familyID = response.familyID
        guard let access else { return }
        accessToken = access.secret
        tokenType = access.tokenType
        keyID = access.keyID
        scopes = access.scopes
        extendedExpiresOn = response.extendedExpiresIn.map { now &+ $0 }
        refreshOn = response.refreshIn.map { now &+ $0 }
        idToken = response.idToken
    }

    /// The members of an account item that IdentityCore takes from the id token and the response
    /// (`MSIDOauth2Factory.fillAccount`, `MSIDAADOauth2Factory.fillAccount`).
    private static func userMembers(of flow: FlowResult) -> [String: String] {
        var members: [String: String] = [:]
        members["client_info"] = flow.response.clientInfo?.rawValue
        let claims = flow.claims
        for name in ["name", "given_name", "middle_name", "family_name"] { members[name] = claims[name]?.stringValue }
        members["alternative_account_id"] = claims["altsecid"]?.stringValue
        return members.filter { !$0.value.isEmpty }
    }
}
