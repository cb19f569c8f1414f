import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// `grant_type=client_credentials` (RFC 6749 section 4.4): a client gets an access token for itself, with the
/// permissions that an administrator granted it. There is no user, so there is neither an id token nor a refresh token.
struct ClientCredentialsGrant {
    let grant: GrantRequest
    let api: RequestedAPI
    let tenant: Tenant

    /// Responds to a request.
    ///
    /// - Throws: ``OAuthError``, or the store's error.
    static func answer(
        _ request: TokenRequest, presenting presented: PresentedCredential, _ context: RequestContext
    ) async throws -> HTTPResponse {
        let segment = try TenantSegment(context.tenantSegment, in: context.directory, app: request.clientID)
        let client = try RequestingClient.find(request.clientID, segment, context)
        let tenant = try tenant(segment, context)
        try ApplicationAudience.check(client, in: tenant, context)
        if let scope = unfit(request, context) { throw OAuthError(1_002_012, ["scope": scope]) }
        let grant = try GrantRequest.checked(request, presenting: presented, context)
        guard let api = grant.asked.access?.apis.first else {
            throw context.dialect == .v1
                ? OAuthError(90014, ["parameter": "resource"]) : OAuthError.missing("scope")
        }
        return try await ClientCredentialsGrant(grant: grant, api: api, tenant: tenant).issue(context)
    }

    /// The tenant, which the address has to name.
    private static func tenant(_ segment: TenantSegment, _ context: RequestContext) throws(OAuthError) -> Tenant {
        switch segment {
        case .any: throw OAuthError(50059)
        case .policy:
            throw OAuthError(70003, ["grant_type": "client_credentials"], detail: "policies have no app-only tokens")
        case .one(let tenant):
            switch tenant.kind {
            case .personal: throw OAuthError(9_001_023, ["tenant": "consumers"])
            case .organization, .external: return tenant
            case .b2c, .adfs, .openID:
                throw OAuthError(
                    70003, ["grant_type": "client_credentials"], detail: "this kind of tenant has no app-only tokens")
            }
        }
    }

    /// The scope of a version 2 request that is not one `RESOURCE/.default`; nil if it is.
    private static func unfit(_ request: TokenRequest, _ context: RequestContext) -> String? {
        guard context.dialect == .v2, !request.scopes.isEmpty else { return nil }
        let scope = String(request.scopes.description.prefix(256))
        guard request.scopes.count == 1, let only = request.scopes.values.first, ScopeRules.isDefault(only),
            ScopeRules.resource(of: only) != nil
        else { return scope }
        return nil
    }

    private func issue(_ context: RequestContext) async throws -> HTTPResponse {
        if context.directory.principal(of: grant.client.appID, in: tenant.id)?.isEnabled == false {
            throw OAuthError(7_000_112, ["app": grant.client.appID])
        }
        let roles = try await context.transaction { transaction -> [String] in
            guard try ApplicationPermissions.isKnown(grant.client, in: tenant, context, transaction) else {
                throw OAuthError(700016, ["app": grant.client.appID, "tenant": tenant.id])
            }
            let roles = try ApplicationPermissions.granted(
                to: grant.client, at: api.application, in: tenant, transaction)
            try grant.authentication.spend(in: transaction)
            var entry = context.entry(
                .tokensIssued, clientID: grant.client.appID, scopes: roles,
                resource: api.application.identifierURIs.first ?? api.application.appID,
                detail: grant.request.grant.name)
            entry.tenantID = tenant.id
            try transaction.append([entry])
            return roles
        }
        let response = try TokenIssuer(context: context, client: grant.client)
            .response(for: grant, at: api, in: tenant, roles: roles)
        return .json(response.json(context.dialect))
    }
}
