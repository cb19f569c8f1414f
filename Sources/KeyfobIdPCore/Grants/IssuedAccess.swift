import KeyfobCore
import KeyfobOAuth

/// What a redeemed grant yields: tokens for whom, for which API, with which permissions.
struct IssuedAccess: Sendable {
    let access: AuthorizedAccess
    let user: User
    let nonce: String?
    /// What the requests asked for of the tokens.
    let claims: RequestedClaims
    let api: RequestedAPI
    let openID: ScopeSet
    /// The permissions' names, as claim `scp` has them.
    let permissions: [String]
    /// The scopes in the client's spelling: those asked for, and those consented to before.
    let scopes: ScopeSet
    private let event: SignInEvent
    private let parentHash: [UInt8]?

    /// Applies the rules that all grants share: the user and the session hold, and the user has consented.
    init(
        _ grant: RedeemedGrant, _ request: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        access = grant.access
        nonce = grant.nonce
        event = grant.event
        parentHash = grant.parentHash
        claims = request.claims.merging(grant.claims)
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
        let granting = try GrantedPermissions(user: user, client: request.client, in: transaction)
        guard let first = wanted.apis.first else {
            guard let graph = context.directory.application(ScopeResolution.graphID) else {
                throw OAuthError(700023, ["scope": openID.description])
            }
            api = RequestedAPI(application: graph, prefix: "", permissions: [], spellings: [], isStatic: false)
            permissions = openID.filter { $0.lowercased() != "offline_access" }
            scopes = ScopeSet(permissions)
            try Self.checkContexts(claims, grant.access, resource: graph.displayName)
            try Self.checkPolicies(user, home, for: graph, claims, grant.access, request, context, transaction)
            return
        }
        api = first
        let granted = granting.granted(first.application)
        let refused = granting.refused(first.application)
        let missing = first.isStatic ? [] : first.permissions.filter { !granted.contains($0.value) }
        // What an administrator has refused is left out in silence: nobody could be asked for it.
        let leavesOut = grant.leavesOutDeclined || missing.allSatisfy { refused.contains($0.value) }
        guard !granted.isEmpty, missing.isEmpty || (leavesOut && missing.count < first.permissions.count)
        else { throw OAuthError(65001, ["app": request.client.displayName]) }
        try Self.checkContexts(claims, grant.access, resource: first.application.displayName)
        try Self.checkPolicies(
            user, home, for: first.application, claims, grant.access, request, context, transaction)
        permissions = granted.values
        let asked = first.permissions.filter { granted.contains($0.value) }.map { first.spelling(of: $0.value) }
        let others = granted.map { first.spelling(of: $0) }
        let statics = first.spellings.filter { ScopeRules.isDefault($0) }
        let basics = openID.filter { $0.lowercased() != "offline_access" }
        scopes = ScopeSet(
            context.dialect == .v1 ? granted.values : asked + statics + others + basics)
    }

    /// Whoever needs an authentication context has to have met it by proving anew who they are.
    private static func checkContexts(
        _ claims: RequestedClaims, _ access: AuthorizedAccess, resource: String
    ) throws(OAuthError) {
        let met = access.contexts ?? []
        guard let unmet = claims.essentialContexts.first(where: { !met.contains($0) }) else { return }
        throw OAuthError(50076, ["resource": resource], claims: RequestedClaims.asking(for: unmet))
    }

    /// The tenant's policies are judged at every grant, so that one that was made or changed counts at once.
    private static func checkPolicies(
        _ user: User, _ home: User, for api: Application, _ claims: RequestedClaims, _ access: AuthorizedAccess,
        _ request: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        guard request.judgesPolicies else { return }
        let question = AccessCheck.Question(
            user: user, client: request.client, resources: [api], evidence: access.evidence,
            authenticatedAt: access.authenticatedAt, contexts: claims.contexts, redirectURI: access.redirectURI,
            enrollmentID: request.request.extra.nonEmpty("microsoft_enrollment_id"))
        guard let answer = try AccessCheck.judge(question, context, transaction) else { return }
        let hasFactor = try transaction.factors(userID: home.objectID)?.isRegistered ?? false
        let error = answer.decision.missing.first.map {
            AccessRefusal.error($0, answer, question, hasFactor: hasFactor)
        }
        try transaction.append([AccessRefusal.entry(answer, question, error: error, context)])
        if let error { throw error }
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
                    lastUsedAt: context.now, parentHash: parentHash))
        }
        var entry = context.entry(
            event, clientID: access.clientID, redirectURI: access.redirectURI, user: user, scopes: scopes.values,
            resource: api.application.identifierURIs.first ?? api.application.appID,
            detail: request.request.grant.name)
        entry.note(access.evidence)
        try transaction.append([entry])
    }
}
