import KeyfobCore
import KeyfobOAuth

/// What a redeemed grant yields: tokens for whom, for which API, with which permissions.
struct IssuedAccess: Sendable {
    let access: AuthorizedAccess
    let user: User
    let nonce: String?
    let api: RequestedAPI
    let openID: ScopeSet
    /// The permissions' names, as claim `scp` has them.
    let permissions: [String]
    /// The scopes in the client's spelling: those asked for, and those consented to before.
    let scopes: ScopeSet
    private let event: SignInEvent

    /// Applies the rules that all grants share: the user and the session hold, and the user has consented.
    init(
        _ grant: RedeemedGrant, _ request: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        access = grant.access
        nonce = grant.nonce
        event = grant.event
        guard let home = try transaction.user(objectID: grant.access.userID) else { throw OAuthError(50034) }
        guard home.isEnabled else { throw OAuthError(50057) }
        guard home.revocationEpoch == grant.access.epoch else {
            throw OAuthError(
                50173,
                ["issued": String(grant.access.authenticatedAt), "valid_from": String(home.tokensValidFrom)])
        }
        let user = try IssuingTenant.member(home, of: grant.access, context, transaction)
        self.user = user
        let authorized = try Self.authorized(grant.access, request, context)
        let wanted = request.asked.access ?? authorized
        // Version 1 requests have no scopes of OpenID Connect: they were authorized with all of them.
        openID = request.asked.access == nil ? authorized.openID : wanted.openID
        let consents = try transaction.consents(
            tenantID: user.tenantID, userID: user.objectID, clientID: request.client.appID)
        guard let first = wanted.apis.first else {
            guard let graph = context.directory.application(ScopeResolution.graphID) else {
                throw OAuthError(700023, ["scope": openID.description])
            }
            api = RequestedAPI(application: graph, prefix: "", permissions: [], spellings: [], isStatic: false)
            permissions = openID.filter { $0.lowercased() != "offline_access" }
            scopes = ScopeSet(permissions)
            return
        }
        api = first
        let granted = ConsentRules.granted(first.application, consents)
        let missing = first.isStatic ? [] : first.permissions.filter { !granted.contains($0.value) }
        guard !granted.isEmpty, missing.isEmpty || (grant.leavesOutDeclined && missing.count < first.permissions.count)
        else { throw OAuthError(65001, ["app": request.client.displayName]) }
        permissions = granted.values
        let asked = first.permissions.filter { granted.contains($0.value) }.map { first.spelling(of: $0.value) }
        let others = granted.map { first.spelling(of: $0) }
        let statics = first.spellings.filter { ScopeRules.isDefault($0) }
        let basics = openID.filter { $0.lowercased() != "offline_access" }
        scopes = ScopeSet(
            context.dialect == .v1 ? granted.values : asked + statics + others + basics)
    }

    private static func authorized(
        _ access: AuthorizedAccess, _ request: GrantRequest, _ context: RequestContext
    ) throws -> RequestedAccess {
        var all = try ScopeResolution.resolve(
            scopes: access.resource == nil ? ScopeSet(access.scopes) : [], resource: access.resource,
            dialect: access.resource == nil ? .v2 : .v1, client: request.client, tenant: access.tenantID,
            in: context.directory)
        // Several APIs may be authorized at once; tokens are for one.
        all.apis = Array(all.apis.prefix(1))
        return all
    }

    /// Whether a refresh token goes along.
    func hasRefreshToken(_ dialect: OAuthDialect) -> Bool { dialect == .v1 || openID.contains("offline_access") }

    /// Writes the refresh token and the log.
    func record(
        refreshToken: String, _ request: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        if hasRefreshToken(context.dialect) {
            try transaction.insert(
                RefreshTokenGrant(
                    tokenHash: TokenHash.of(refreshToken), access: access, issuedAt: context.now,
                    lastUsedAt: context.now))
        }
        try transaction.append([
            context.entry(
                event, clientID: access.clientID, redirectURI: access.redirectURI, user: user, scopes: scopes.values,
                resource: api.application.identifierURIs.first ?? api.application.appID,
                detail: request.request.grant.name)
        ])
    }
}
