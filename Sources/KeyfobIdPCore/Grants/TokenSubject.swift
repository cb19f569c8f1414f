import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The user for whom the tokens of a redeemed grant are issued, and what an id token says about the user.
struct TokenSubject: Sendable {
    let access: AuthorizedAccess
    /// The user in the issuing tenant.
    let user: User
    /// The user who signed in: another object for a guest.
    let home: User
    let nonce: String?
    /// The claims that the requests contained.
    let claims: RequestedClaims
    /// The scopes of OpenID Connect that the client gets.
    let openID: ScopeSet
    /// The access that the request names, or else all that the user authorized.
    let requested: RequestedAccess
    /// The client's permissions on behalf of the user.
    let permissions: GrantedPermissions
    /// The user's roles at the client.
    let roles: [String]

    /// Applies the rules that all grants share: the user, the session and the device are valid, the client serves the
    /// user, and the client may identify the user.
    ///
    /// - Parameters:
    ///   - asked: the access that the request names; nil stands for all that was authorized.
    ///   - claims: the claims that the request contained.
    init(
        _ grant: RedeemedGrant, asking asked: RequestedAccess?, claims: RequestedClaims, client: Application,
        at segment: TenantSegment, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        access = grant.access
        nonce = grant.nonce
        self.claims = claims.merging(grant.claims)
        guard let home = try transaction.user(objectID: grant.access.userID) else { throw OAuthError(50034) }
        guard home.isEnabled else { throw OAuthError(50057) }
        guard home.revocationEpoch == grant.access.epoch else {
            throw OAuthError(
                50173,
                ["issued": String(grant.access.authenticatedAt), "valid_from": String(home.tokensValidFrom)])
        }
        if let refusal = try DisabledDevice.refusal(of: [grant.access.evidence.deviceID], in: transaction) {
            throw refusal
        }
        self.home = home
        user = try IssuingTenant.member(home, of: grant.access, context, transaction)
        try GrantAudience.check(home, client: client, segment, context, transaction)
        requested = try asked ?? Self.authorized(access, client, context)
        // Version 1 requests have no scopes of OpenID Connect: they were authorized with all of them.
        openID = requested.openID
        let permissions = try GrantedPermissions(user: user, client: client, in: transaction)
        self.permissions = permissions
        roles = try AssignedRoles.of(user, at: client, context, in: transaction)
        // Identifying the user needs consent too: together with an API's permission, or separately.
        guard openID.allSatisfy({ permissions.openID.contains($0) }) else {
            throw OAuthError(65001, ["app": client.displayName])
        }
    }

    /// In the strict profile a refresh token gives no more than the user authorized (RFC 6749 section 6). At Entra ID
    /// it gives all that the client has consent to.
    ///
    /// - Throws: ``OAuthError`` 70011 with the first scope that was not authorized.
    func checkExtent(of asked: RequestedAccess?, from grant: RedeemedGrant, _ context: RequestContext) throws {
        guard context.configuration.profile == .strict, grant.parent != nil, let asked else { return }
        let authorized = try Self.authorized(access, permissions.client, context)
        func refuse(_ scope: String?) -> OAuthError {
            OAuthError(70011, ["scope": scope ?? ""], detail: "the refresh token was issued for fewer scopes")
        }
        // At version 1 no request names OpenID Connect's scopes.
        if context.dialect == .v2, let more = asked.openID.first(where: { !authorized.openID.contains($0) }) {
            throw refuse(more)
        }
        for api in asked.apis {
            let known = authorized.apis.first { $0.application.appID == api.application.appID }
            if api.isStatic, known?.isStatic != true { throw refuse(api.spellings.first ?? api.prefix) }
            let allowed = Set(known?.permissions.map(\.value) ?? [])
            let more = api.permissions.first { !allowed.contains($0.value) }
            if let more { throw refuse(api.spelling(of: more.value)) }
        }
    }

    /// The access that the user authorized, at every API.
    private static func authorized(
        _ access: AuthorizedAccess, _ client: Application, _ context: RequestContext
    ) throws(OAuthError) -> RequestedAccess {
        try ScopeResolution.resolve(
            scopes: access.resource == nil ? ScopeSet(access.scopes) : [], resource: access.resource,
            dialect: access.resource == nil ? .v2 : .v1, client: client, tenant: access.tenantID,
            in: context.directory)
    }
}
