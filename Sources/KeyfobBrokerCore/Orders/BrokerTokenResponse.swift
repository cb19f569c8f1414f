import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// Tokens for an app, newly issued or cached.
struct BrokerTokenResponse: Sendable {
    var accessToken: Secret<String>
    var tokenType = "Bearer"
    var expiresOn: Int64
    var extendedExpiresOn: Int64?
    var refreshOn: Int64?
    var scopes: ScopeSet
    var declinedScopes: ScopeSet = []
    var idToken: Secret<String>?
    var refreshToken: Secret<String>?
    var familyID: String?
    var homeAccountID: String
    var username: String
    /// The authority that issued the tokens, with its tenant.
    var authority: Authority

    /// Returns the members of a response.
    func tokens(for order: BrokerTokenRequest) -> BrokerTokens {
        var out = BrokerTokens()
        out.accessToken = accessToken
        out.tokenType = tokenType
        out.refreshToken = refreshToken
        out.idToken = idToken
        out.clientInfo = ClientInfo(homeAccountID: homeAccountID)
        out.homeAccountID = homeAccountID
        // ADAL stores the tokens under this authority, and looks them up under the one in its request.
        out.authority = order.resource != nil && order.channel == .url ? order.authority : authority
        out.clientID = order.clientID
        out.redirectURI = order.redirectURI.value
        // Microsoft's libraries require a scope for success, even if only a sign-in was requested.
        out.scopes = scopes.isEmpty && order.resource == nil ? ["openid", "profile"] : scopes
        out.resource = order.resource
        out.expiresOn = expiresOn
        out.extendedExpiresOn = extendedExpiresOn
        out.refreshOn = refreshOn
        out.familyID = familyID
        out.userID = order.resource == nil ? nil : username
        out.isTenantVerified = true
        return out
    }
}

extension ClientInfo {
    /// Reads an account's identifier; nil if it does not have two parts.
    init?(homeAccountID: String) {
        guard let dot = homeAccountID.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let (uid, utid) = (homeAccountID[..<dot], homeAccountID[dot...].dropFirst())
        guard !uid.isEmpty, !utid.isEmpty else { return nil }
        self.init(uid: String(uid), utid: String(utid))
    }
}

extension BrokerTokenResponse {
    /// Makes a response from a cached token.
    init(_ cached: CachedAccessToken, authority: Authority) {
        self.init(
            accessToken: cached.secret, tokenType: cached.entity.tokenType, expiresOn: cached.entity.expiresOn,
            extendedExpiresOn: cached.entity.extendedExpiresOn, refreshOn: cached.entity.refreshOn,
            scopes: cached.entity.scopes, idToken: cached.idToken, homeAccountID: cached.entity.homeAccountID,
            username: cached.account.username ?? "",
            authority: authority.kind == .aad ? authority.with(tenant: cached.entity.realm) : authority)
    }

    /// Makes a response from the token endpoint's response.
    ///
    /// - Throws: ``AuthError`` with code `invalidResponse` if there is no access token or no identifier of the account;
    ///   `accountMismatch` if the signed claims name another user.
    init(_ flow: FlowResult, expected: VaultAccount?) throws(AuthError) {
        guard let accessToken = flow.response.accessToken,
            let identifier = flow.response.clientInfo?.homeAccountID ?? expected?.homeAccountID
                ?? flow.idToken.map({ "\($0.subject).\($0.subject)".lowercased() })
        else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "The token response has no access token, or does not identify the account.",
                remedy: "Check that the authority is the identity provider that is meant.",
                correlationID: flow.correlationID)
        }
        if let expected, let token = flow.idToken,
            HomeAccountRule.relation(of: expected.homeAccountID, to: token.claims) == .other
        {
            throw .otherAccount
        }
        let now = flow.receivedAt.unixSeconds
        let tenant = flow.idToken?.tenantID ?? flow.response.clientInfo?.utid
        self.init(
            accessToken: accessToken, tokenType: flow.response.tokenType,
            expiresOn: flow.response.expiry(now: now),
            extendedExpiresOn: flow.response.extendedExpiresIn.map { now &+ $0 },
            refreshOn: flow.response.refreshIn.map { now &+ $0 }, scopes: flow.scopes.granted.subtracting(.reserved),
            declinedScopes: flow.scopes.declined, idToken: flow.response.idToken,
            refreshToken: flow.response.refreshToken, familyID: flow.response.familyID, homeAccountID: identifier,
            username: flow.username ?? expected?.username ?? "",
            authority: flow.authority.kind == .aad
                ? tenant.map { flow.authority.with(tenant: $0) } ?? flow.authority : flow.authority)
    }
}
