import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The access that a redeemed grant gives: the user, the API and the permissions.
final class IssuedAccess: Sendable {
    let subject: TokenSubject
    let api: RequestedAPI
    /// The permissions' names, as in claim `scp`.
    let permissions: [String]
    /// The scopes as the client spells them: the requested ones, and those consented to before.
    let scopes: ScopeSet
    /// The authentication contexts that the access token contains.
    let contexts: [String]
    /// The user's roles at the API.
    let roles: [String]
    private let grant: RedeemedGrant

    /// Applies the rules about the user, and those about the API: the user has consented, and the policies are
    /// satisfied.
    init(
        _ grant: RedeemedGrant, _ request: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        let subject = try TokenSubject(
            grant, asking: request.asked.access, claims: request.claims, client: request.client, at: request.segment,
            context, transaction)
        self.subject = subject
        self.grant = grant
        func contextsMet(_ api: Application) throws -> [String] {
            try IssuePolicies(subject: subject, api: api, request: request, context: context).check(in: transaction)
        }
        let openID = subject.openID
        let basics = openID.filter { $0.inLowerCase != "offline_access" }
        // Several APIs may be authorized at once; tokens are for one.
        guard let first = subject.requested.apis.first else {
            guard let graph = context.directory.application(ScopeResolution.graphID) else {
                throw OAuthError(700023, ["scope": openID.description])
            }
            api = RequestedAPI(application: graph, prefix: "", permissions: [], spellings: [], isStatic: false)
            permissions = basics
            scopes = ScopeSet(basics)
            try subject.checkExtent(of: request.asked.access, from: grant, context)
            contexts = try contextsMet(graph)
            roles = try AssignedRoles.of(subject.user, at: graph, context, in: transaction)
            return
        }
        api = first
        let granted = subject.permissions.granted(first.application)
        let refused = subject.permissions.refused(first.application)
        let missing = first.isStatic ? [] : first.permissions.filter { !granted.contains($0.value) }
        // Permissions that an administrator has refused are left out silently, because no user could grant them.
        let leavesOut = grant.leavesOutDeclined || missing.allSatisfy { refused.contains($0.value) }
        guard !granted.isEmpty, missing.isEmpty || (leavesOut && missing.count < first.permissions.count)
        else { throw OAuthError(65001, ["app": request.client.displayName]) }
        try subject.checkExtent(of: request.asked.access, from: grant, context)
        contexts = try contextsMet(first.application)
        roles = try AssignedRoles.of(subject.user, at: first.application, context, in: transaction)
        let named = first.permissions.filter { granted.contains($0.value) }
        // Entra ID's tokens contain all permissions that were ever granted; those of the strict profile the requested
        // ones (RFC 9700 section 2.3).
        let isExact = context.configuration.profile == .strict && !first.isStatic
        let held = isExact ? named.map(\.value) : granted.values
        // Microsoft Graph returns the user's identity (``UserInfoEndpoint``), so its tokens contain the scopes for that
        // too.
        permissions = held + (first.application.appID == ScopeResolution.graphID ? basics : [])
        let asked = named.map { first.spelling(of: $0.value) }
        let others = held.map { first.spelling(of: $0) }
        let statics = first.spellings.filter { ScopeRules.isDefault($0) }
        scopes = ScopeSet(
            context.dialect == .v1 ? granted.values : asked + statics + others + basics)
    }

    /// When the refresh token of a single-page app expires (Unix seconds); nil for others.
    var refreshTokenEnd: Int64? { grant.refreshTokenEnd }

    /// Whether a refresh token is issued too.
    func hasRefreshToken(_ dialect: OAuthDialect) -> Bool {
        dialect == .v1 || subject.openID.contains("offline_access")
    }

    /// Writes the refresh token and the log.
    func record(
        refreshToken: String, _ request: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        try grant.spend(context, transaction)
        let access = subject.access
        if hasRefreshToken(context.dialect) {
            try transaction.insert(
                RefreshTokenGrant(
                    tokenHash: TokenHash.of(refreshToken), access: access, issuedAt: context.now,
                    lastUsedAt: context.now, parentHash: grant.parent?.tokenHash))
        }
        var entry = context.entry(
            grant.event, clientID: access.clientID, redirectURI: access.redirectURI, user: subject.user,
            scopes: scopes.values, resource: api.application.identifierURIs.first ?? api.application.appID,
            detail: request.request.grant.name)
        entry.note(access.evidence)
        try transaction.append([entry])
    }
}
