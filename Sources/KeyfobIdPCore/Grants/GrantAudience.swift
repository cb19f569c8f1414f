import KeyfobCore
import KeyfobOAuth

/// The rules about tenants and audiences, for grants: the authorization endpoint has applied them too, but perhaps at
/// another tenant, for another client of the family, or before the registration was narrowed; and a primary refresh token
/// never came there.
enum GrantAudience {
    /// Judges whether a user may use a client at a tenant.
    ///
    /// - Parameter home: who signed in; of a guest the object at home.
    /// - Throws: ``OAuthError`` 700016, 50194, 9002332 or 9002346 where the client and the tenant do not go together, and
    ///   what ``TenantRules`` says of the user.
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
