import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The rules about tenants and audiences, for grants: the authorization endpoint has applied them, but perhaps at
/// another tenant, for another client of the family, or before the registration changed; and a primary refresh token is
/// issued without it.
enum GrantAudience {
    /// Checks whether a user may use a client at a tenant.
    ///
    /// - Parameter home: the user who signed in; for a guest the object in the home tenant.
    /// - Throws: ``OAuthError`` 700016, 50194, 9002332 or 9002346 where the client does not fit the tenant, and the
    ///   errors of ``TenantRules`` for the user.
    static func check(
        _ home: User, client: Application, _ segment: TenantSegment, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws {
        let request = AuthorizationRequest(clientID: client.appID, redirectURI: nil, scopes: [])
        var draft = AuthorizationDraft(request: request, segment: segment, dialect: context.dialect, context)
        draft.directory = context.directory
        try ClientKnown.check(&draft, context.directory)
        try ClientAudience.check(&draft, context.directory)
        if let refusal = try TenantRules.refusal(home, draft, in: transaction) { throw refusal }
    }
}
