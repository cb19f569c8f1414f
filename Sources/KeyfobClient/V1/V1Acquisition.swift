import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// What the version 1 endpoint's answer brought, judged: what ADAL's cache keeps of it, and what the store does.
struct V1Acquisition: Sendable {
    let flow: FlowResult
    let request: V1Request
    let accessToken: Secret<String>
    /// The user; nil where the server gives no id token (AD FS).
    let user: LegacyUserInformation?
    /// The account across tenants; nil where the server does not say it.
    let homeAccountID: String?
    /// The user under whose name the items are filed.
    private let userID: String?

    /// Judges an answer.
    ///
    /// - Parameters:
    ///   - spent: the refresh token that was spent, if one was: a refresh need not say again who it is.
    ///   - account: whose it was, if that is known.
    /// - Throws: `invalidResponse` if the answer has no access token; `accountMismatch` if it is of another account than
    ///   the spent token; `configuration` for a personal account, which these endpoints do not serve.
    init(
        _ flow: FlowResult, request: V1Request, spent: SpendableToken? = nil, account: Account? = nil
    ) throws(AuthError) {
        guard let accessToken = flow.response.accessToken else {
            throw AuthError(
                .invalidResponse, origin: .server, message: "The token response has no access token.",
                remedy: "Check that the authority is the identity provider that is meant.",
                correlationID: flow.correlationID)
        }
        guard flow.idToken?.tenantID?.lowercased() != Authority.personalAccountsTenant else {
            throw V1Request.unsupported
        }
        let known = account?.knownIdentifier ?? spent?.legacyItem?.homeAccountID
        let returned = flow.response.clientInfo?.homeAccountID
        if let known, let returned { try AccountMatch.check(requested: known, returned: returned) }
        let homeAccountID = returned ?? known?.lowercased()
        let token = flow.idToken.map { Secret($0.rawValue) }
        user =
            token.map { LegacyUserInformation(rawIDToken: $0, homeAccountID: homeAccountID) }
            ?? spent?.legacyItem?.userInformation
        userID = user?.userID ?? spent?.legacyItem?.userID ?? account?.username
        self.flow = flow
        self.request = request
        self.accessToken = accessToken
        self.homeAccountID = homeAccountID
    }

    /// Whether the refresh token serves other resources too: the server names the resource beside it.
    var isMultiResource: Bool { flow.response.refreshToken != nil && flow.response.resource != nil }

    /// - Throws: `accountMismatch` if somebody else signed in than the app asked for.
    func checkUser(_ expected: LegacyUserIdentifier?) throws(AuthError) {
        guard expected.map({ $0.isMet(by: user) }) ?? true else {
            throw AuthError(
                .accountMismatch, origin: .server,
                message: "Another person signed in than the one that was asked for.",
                remedy: "Sign in with the account that the app asked for, or ask for no particular one.",
                correlationID: flow.correlationID)
        }
    }

    /// What ADAL keeps: the access token, the refresh token for all resources, and once more for the family.
    var items: [LegacyTokenItem] {
        let now = flow.receivedAt
        let response = flow.response
        let authority = LegacyRules.authorities(for: [request.authority]).first ?? request.authority.description
        func item(_ clientID: String, resource: String?) -> LegacyTokenItem {
            var item = LegacyTokenItem(
                authority: authority, clientID: clientID, resource: resource, userID: userID, userInformation: user)
            item.homeAccountID = homeAccountID
            item.cachedAt = now
            return item
        }
        var access = item(request.clientID, resource: request.resource)
        access.accessToken = accessToken
        access.accessTokenType = response.tokenType
        access.expiresOn = Date(unixSeconds: response.expiry(now: now.unixSeconds))
        access.extendedExpiry = response.extendedExpiresIn.map { now.addingTimeInterval(Double($0)) }
        guard let refreshToken = response.refreshToken else { return [access] }
        guard isMultiResource else {
            access.refreshToken = refreshToken
            return [access]
        }
        let family = response.familyID.flatMap { $0.isEmpty ? nil : $0 }
        return [access]
            + LegacyRules.clientIDs(request.clientID, family: family).map { clientID in
                var refresh = item(clientID, resource: nil)
                refresh.refreshToken = refreshToken
                refresh.familyID = family
                return refresh
            }
    }

    /// What the store keeps, for the suite's apps that have left ADAL: the refresh token and the user, and no access
    /// token or id token, as late versions of ADAL do. nil if the server does not say whose they are.
    func saveInput(app: String, known: AccountEntity?) -> SaveInput? {
        guard let homeAccountID, let refreshToken = flow.response.refreshToken, isMultiResource else { return nil }
        let token = flow.idToken
        let realm = token?.tenantID ?? flow.response.clientInfo?.utid ?? known?.realm
        guard let realm else { return nil }
        var input = SaveInput(
            homeAccountID: homeAccountID, environment: flow.authority.environment, realm: realm,
            clientID: request.clientID, app: app,
            localAccountID: token?.objectID ?? token?.subject ?? known?.localAccountID ?? "",
            username: token?.preferredUsername ?? user?.userID ?? known?.username ?? "",
            cachedAt: flow.receivedAt.unixSeconds, expiresOn: flow.receivedAt.unixSeconds)
        input.authorityType = known?.authorityType ?? "MSSTS"
        input.refreshToken = refreshToken
        input.familyID = flow.response.familyID
        return input
    }

    /// What the app gets.
    func result(source: TokenResult.Source) -> V1Result {
        var item = items.first ?? LegacyTokenItem(authority: "", clientID: request.clientID)
        // As ADAL hands it out: the refresh token stands beside the access token, although each is filed for itself.
        item.refreshToken = flow.response.refreshToken
        item.familyID = flow.response.familyID
        return V1Result(
            item: item, isMultiResource: isMultiResource, authority: flow.authority,
            correlationID: flow.correlationID, source: source)
    }
}
