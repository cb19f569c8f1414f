import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The access that a redeemed grant gives: the user, the API and the permissions.
struct IssuedAccess: Sendable {
    let access: AuthorizedAccess
    let user: User
    let nonce: String?
    /// The claims that the requests contained.
    let claims: RequestedClaims
    let api: RequestedAPI
    let openID: ScopeSet
    /// The permissions' names, as in claim `scp`.
    let permissions: [String]
    /// The scopes as the client spells them: the requested ones, and those consented to before.
    let scopes: ScopeSet
    /// The authentication contexts that the access token contains.
    let contexts: [String]
    private let event: SignInEvent
    private let parent: RefreshTokenGrant?
    private let once: SingleUse?

    /// Applies the rules that all grants share: the user and the session are valid, and the user has consented.
    init(
        _ grant: RedeemedGrant, _ request: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        access = grant.access
        nonce = grant.nonce
        event = grant.event
        parent = grant.parent
        once = grant.once
        claims = request.claims.merging(grant.claims)
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
        let user = try IssuingTenant.member(home, of: grant.access, context, transaction)
        try GrantAudience.check(home, client: request.client, request.segment, context, transaction)
        self.user = user
        var authorized = try Self.authorized(grant.access, request, context)
        // Several APIs may be authorized at once; tokens are for one.
        authorized.apis = Array(authorized.apis.prefix(1))
        let wanted = request.asked.access ?? authorized
        // Version 1 requests have no scopes of OpenID Connect: they were authorized with all of them.
        openID = request.asked.access == nil ? authorized.openID : wanted.openID
        let granting = try GrantedPermissions(user: user, client: request.client, in: transaction)
        // Identifying the user needs consent too: together with an API's permission, or separately.
        guard openID.allSatisfy({ granting.openID.contains($0) }) else {
            throw OAuthError(65001, ["app": request.client.displayName])
        }
        let wantedClaims = claims
        func judged(_ api: Application) throws -> [String] {
            try IssuePolicies(
                user: user, home: home, api: api, claims: wantedClaims, access: grant.access, request: request,
                context: context
            ).check(in: transaction)
        }
        guard let first = wanted.apis.first else {
            guard let graph = context.directory.application(ScopeResolution.graphID) else {
                throw OAuthError(700023, ["scope": openID.description])
            }
            api = RequestedAPI(application: graph, prefix: "", permissions: [], spellings: [], isStatic: false)
            permissions = openID.filter { $0.lowercased() != "offline_access" }
            scopes = ScopeSet(permissions)
            try Self.checkExtent(grant, request, context)
            contexts = try judged(graph)
            return
        }
        api = first
        let granted = granting.granted(first.application)
        let refused = granting.refused(first.application)
        let missing = first.isStatic ? [] : first.permissions.filter { !granted.contains($0.value) }
        // Permissions that an administrator has refused are left out silently, because no user could grant them.
        let leavesOut = grant.leavesOutDeclined || missing.allSatisfy { refused.contains($0.value) }
        guard !granted.isEmpty, missing.isEmpty || (leavesOut && missing.count < first.permissions.count)
        else { throw OAuthError(65001, ["app": request.client.displayName]) }
        try Self.checkExtent(grant, request, context)
        contexts = try judged(first.application)
        let named = first.permissions.filter { granted.contains($0.value) }
        // Entra ID's tokens contain all permissions that were ever granted; those of the strict profile the requested
        // ones (RFC 9700 section 2.3).
        let isExact = context.configuration.profile == .strict && !first.isStatic
        let held = isExact ? named.map(\.value) : granted.values
        permissions = held + Self.identity(openID, at: first.application)
        let asked = named.map { first.spelling(of: $0.value) }
        let others = held.map { first.spelling(of: $0) }
        let statics = first.spellings.filter { ScopeRules.isDefault($0) }
        let basics = openID.filter { $0.lowercased() != "offline_access" }
        scopes = ScopeSet(
            context.dialect == .v1 ? granted.values : asked + statics + others + basics)
    }

    /// Microsoft Graph returns the user's identity (``UserInfoEndpoint``), so its tokens contain the scopes for that
    /// too.
    private static func identity(_ openID: ScopeSet, at api: Application) -> [String] {
        api.appID == ScopeResolution.graphID ? openID.filter { $0.lowercased() != "offline_access" } : []
    }

    /// The access that the user authorized, at every API.
    private static func authorized(
        _ access: AuthorizedAccess, _ request: GrantRequest, _ context: RequestContext
    ) throws -> RequestedAccess {
        try ScopeResolution.resolve(
            scopes: access.resource == nil ? ScopeSet(access.scopes) : [], resource: access.resource,
            dialect: access.resource == nil ? .v2 : .v1, client: request.client, tenant: access.tenantID,
            in: context.directory)
    }

    /// In the strict profile a refresh token gives no more than the user authorized (RFC 6749 section 6). At Entra ID
    /// it gives all that the client has consent to.
    ///
    /// - Throws: ``OAuthError`` 70011 with the first scope that was not authorized.
    private static func checkExtent(
        _ grant: RedeemedGrant, _ request: GrantRequest, _ context: RequestContext
    ) throws {
        guard context.configuration.profile == .strict, grant.parent != nil, let asked = request.asked.access else {
            return
        }
        func refuse(_ scope: String?) -> OAuthError {
            OAuthError(70011, ["scope": scope ?? ""], detail: "the refresh token was issued for fewer scopes")
        }
        let authorized = try authorized(grant.access, request, context)
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

    /// Whether a refresh token is issued too.
    func hasRefreshToken(_ dialect: OAuthDialect) -> Bool { dialect == .v1 || openID.contains("offline_access") }

    /// Marks the redeemed refresh token as used, after all other checks: a request that was refused for a reason that
    /// can be fixed does not use it up.
    func spend(_ context: RequestContext, _ transaction: any IdPTransaction) throws {
        if let parent { try RefreshTokenRotation.spend(parent, context, transaction) }
        if let once { _ = try transaction.spendNonce(hash: once.hash, until: once.end) }
    }

    /// Writes the refresh token and the log.
    func record(
        refreshToken: String, _ request: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        try spend(context, transaction)
        if hasRefreshToken(context.dialect) {
            try transaction.insert(
                RefreshTokenGrant(
                    tokenHash: TokenHash.of(refreshToken), access: access, issuedAt: context.now,
                    lastUsedAt: context.now, parentHash: parent?.tokenHash))
        }
        var entry = context.entry(
            event, clientID: access.clientID, redirectURI: access.redirectURI, user: user, scopes: scopes.values,
            resource: api.application.identifierURIs.first ?? api.application.appID,
            detail: request.request.grant.name)
        entry.note(access.evidence)
        try transaction.append([entry])
    }
}
