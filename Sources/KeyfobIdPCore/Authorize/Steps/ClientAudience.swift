import KeyfobOAuth

/// The client's audience and the tenant segment go together.
enum ClientAudience: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client else { return }
        if client.signInAudience == .personal { throw OAuthError(9002346, ["app": client.displayName]) }
        if client.signInAudience == .myOrganization, draft.segment.tenant == nil {
            throw OAuthError(50194, ["app": client.displayName, "tenant": draft.segment.key])
        }
    }
}
