import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

extension SaveInput {
    /// Makes the input that stores the token endpoint's response for the app that requested it.
    ///
    /// The access token is stored only if a later request for the same scopes may get it.
    init(_ flow: FlowResult, for order: BrokerTokenRequest, account: VaultAccount) {
        let now = flow.receivedAt.unixSeconds
        let response = flow.response
        self.init(
            homeAccountID: account.homeAccountID, environment: account.environment,
            realm: flow.idToken?.tenantID ?? account.tenantID, clientID: order.clientID, app: order.app.owner,
            localAccountID: flow.idToken?.objectID ?? flow.idToken?.subject ?? account.localAccountID,
            username: flow.username ?? account.username, cachedAt: now, expiresOn: response.expiry(now: now))
        if order.isCacheable(for: account) {
            accessToken = response.accessToken
            tokenType = response.tokenType
            scopes = flow.scopes.granted.subtracting(.reserved)
            if flow.scopes.declined.isEmpty { scopes = scopes.union(order.storedScopes) }
            extendedExpiresOn = response.extendedExpiresIn.map { now &+ $0 }
            refreshOn = response.refreshIn.map { now &+ $0 }
        }
        refreshToken = response.refreshToken
        familyID = response.familyID
        idToken = response.idToken
    }
}

extension BrokerTokenRequest {
    /// Whether a stored access token can satisfy the request, and its own can satisfy another: not if it is for claims,
    /// a key or an enrolment.
    func isCacheable(for account: VaultAccount) -> Bool {
        !hasClaimsChallenge && binding == nil && enrollmentID(account) == nil
    }
}
