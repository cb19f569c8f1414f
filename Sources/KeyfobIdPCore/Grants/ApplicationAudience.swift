import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The rules about tenants and audiences for a client without a user.
enum ApplicationAudience {
    /// Checks whether a client may get tokens of a tenant.
    ///
    /// - Throws: ``OAuthError`` 700016 if it is registered for another tenant only, 9002346 if it is for personal
    ///   accounts only.
    static func check(_ client: Application, in tenant: Tenant, _ context: RequestContext) throws(OAuthError) {
        let request = AuthorizationRequest(clientID: client.appID, redirectURI: nil, scopes: [])
        var draft = AuthorizationDraft(request: request, segment: .one(tenant), dialect: context.dialect, context)
        try ClientKnown.check(&draft, context.directory)
        try ClientAudience.check(&draft, context.directory)
    }
}
