import KeyfobOAuth

/// Which users a request admits.
enum TenantRules {
    /// Whether the user lives in the tenant of the address, and the client is for that tenant.
    static func admits(_ user: User, _ draft: AuthorizationDraft) -> Bool {
        if let tenant = draft.segment.tenant, tenant.id != user.tenantID { return false }
        guard let client = draft.client else { return false }
        return client.signInAudience != .myOrganization || client.tenantID == user.tenantID
    }

    /// Why a user who has proved to be who they are cannot go on, if so.
    static func refusal(_ user: User, _ draft: AuthorizationDraft) -> OAuthError? {
        if !user.isEnabled { return OAuthError(50057) }
        guard admits(user, draft) else {
            return OAuthError(
                50020,
                [
                    "user": user.userPrincipalName, "idp": user.tenantID,
                    "tenant": draft.segment.tenant?.displayName ?? draft.segment.key,
                    "app": draft.client?.displayName ?? "",
                ])
        }
        return nil
    }
}
