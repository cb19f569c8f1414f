import KeyfobCore
import KeyfobOAuth

/// The rules about tenants and audiences, for requests that never came to the authorization endpoint.
enum PrimaryTokenAudience {
    /// Why a user cannot use a client at a tenant, if so; a guest's object has to be asked for by the one at home.
    static func refusal(
        _ user: User, client: Application, _ segment: TenantSegment, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> OAuthError? {
        guard let home = try transaction.user(objectID: user.signInID) else { return OAuthError(50034) }
        let request = AuthorizationRequest(clientID: client.appID, redirectURI: nil, scopes: [])
        var draft = AuthorizationDraft(request: request, segment: segment, dialect: context.dialect, context)
        draft.client = client
        draft.directory = context.directory
        return try TenantRules.refusal(home, draft, in: transaction)
    }
}
