import KeyfobIdPModel
import KeyfobOAuth

/// The client is registered, enabled, and may be used in the tenant.
enum ClientKnown: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        let id = draft.request.clientID
        guard let client = directory.application(id) else {
            throw OAuthError(700016, ["app": String(id.prefix(64)), "tenant": draft.segment.key])
        }
        guard client.isEnabled else { throw OAuthError(7000112, ["app": client.displayName]) }
        // At `consumers` the audience has a more specific error.
        if client.signInAudience == .myOrganization, let tenant = draft.segment.tenant, tenant.id != client.tenantID,
            tenant.kind != .personal
        {
            throw OAuthError(700016, ["app": id, "tenant": tenant.id])
        }
        draft.client = client
    }
}
