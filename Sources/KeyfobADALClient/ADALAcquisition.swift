import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// A checked response of the version 1 endpoint: the items for ADAL's cache, and the values for the store.
struct ADALAcquisition: Sendable {
    let flow: FlowResult
    let request: ADALRequest
    let accessToken: Secret<String>
    /// The user; nil if the server returns no id token (AD FS).
    let user: ADALCacheUserInformation?
    /// The account across tenants; nil if the server does not state it.
    let homeAccountID: String?
    /// The user under whose name the items are stored.
    private let userID: String?

    /// Checks a response.
    ///
    /// - Parameters:
    ///   - spent: the refresh token that was redeemed, if any: a refresh response need not name the account again.
    ///   - account: the token's account, if it is known.
    /// - Throws: `invalidResponse` if the response has no access token; `accountMismatch` if it is for another account
    ///   than the redeemed token; `configuration` for a personal account, which these endpoints do not serve.
    init(
        _ flow: FlowResult, request: ADALRequest, spent: RefreshTokenCandidate? = nil, account: Account? = nil
    ) throws(AuthError) {
        guard let accessToken = flow.response.accessToken else {
            throw AuthError(
                .invalidResponse, origin: .server, message: "The token response has no access token.",
                remedy: "Check that the authority is the identity provider that you mean.",
                correlationID: flow.correlationID)
        }
        guard flow.idToken?.tenantID?.lowercased() != Authority.personalAccountsTenant else {
            throw ADALRequest.unsupported
        }
        let known = account?.knownIdentifier ?? spent?.adalItem?.homeAccountID
        let returned = flow.response.clientInfo?.homeAccountID
        if let known, let returned { try AccountMatch.check(requested: known, returned: returned) }
        if let known, returned == nil, let token = flow.idToken {
            try AccountMatch.check(requested: known, token: token)
        }
        let homeAccountID = returned ?? known?.lowercased()
        let token = flow.idToken.map { Secret($0.rawValue) }
        user =
            token.map { ADALCacheUserInformation(rawIDToken: $0, homeAccountID: homeAccountID) }
            ?? spent?.adalItem?.userInformation
        userID = user?.userID ?? spent?.adalItem?.userID ?? account?.username
        self.flow = flow
        self.request = request
        self.accessToken = accessToken
        self.homeAccountID = homeAccountID
    }

    /// Whether the refresh token is for other resources too: the response also names the resource.
    var isMultiResource: Bool { flow.response.refreshToken != nil && flow.response.resource != nil }

    /// - Throws: `accountMismatch` if another user signed in than the requested one.
    func checkUser(_ expected: ADALCacheUserIdentifier?) throws(AuthError) {
        guard expected.map({ $0.isMet(by: user) }) ?? true else {
            throw AuthError(
                .accountMismatch, origin: .server,
                message: "Another user signed in than the requested one.",
                remedy: "Sign in with the account that the app requested, or request no particular one.",
                correlationID: flow.correlationID)
        }
    }

    /// The items that ADAL stores: the access token, and the refresh token for all resources, which is also stored for
    /// the family.
    var items: [ADALCacheItem] {
        let now = flow.receivedAt
        let response = flow.response
        let authority = ADALCacheRules.authorities(for: [request.authority]).first ?? request.authority.description
        func item(_ clientID: String, resource: String?) -> ADALCacheItem {
            var item = ADALCacheItem(
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
            + ADALCacheRules.clientIDs(request.clientID, family: family).map { clientID in
                var refresh = item(clientID, resource: nil)
                refresh.refreshToken = refreshToken
                refresh.familyID = family
                return refresh
            }
    }

    /// The values for the store, for the suite's apps that no longer use ADAL: the refresh token and the user, but no
    /// access token or id token, as in late versions of ADAL. nil if the response does not name the account.
    func saveInput(known: AccountEntity?) -> SaveInput? {
        guard let homeAccountID, isMultiResource else { return nil }
        let token = flow.idToken
        let realm = token?.tenantID ?? flow.response.clientInfo?.utid ?? known?.realm
        guard let realm else { return nil }
        return SaveInput(
            flow,
            of: SaveInput.Owner(
                homeAccountID: homeAccountID, environment: flow.authority.environment, realm: realm,
                authorityType: "MSSTS", localAccountID: nil, username: token?.preferredUsername ?? user?.userID),
            access: nil, clientID: request.clientID, app: request.appIdentifier, known: known)
    }

    /// The result that is returned to the app.
    func result(source: TokenResult.Source) -> ADALResult {
        var item = items.first ?? ADALCacheItem(authority: "", clientID: request.clientID)
        // As in ADAL, the item has the refresh token and the access token, although each is stored separately.
        item.refreshToken = flow.response.refreshToken
        item.familyID = flow.response.familyID
        return ADALResult(
            item: item, isMultiResource: isMultiResource, authority: flow.authority,
            correlationID: flow.correlationID, source: source)
    }
}
