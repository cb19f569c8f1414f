import KeyfobIdPModel
import KeyfobOAuth

/// The client's audience fits the tenant segment.
enum ClientAudience: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client else { return }
        let isPersonal = draft.segment.tenant?.kind == .personal
        switch client.signInAudience {
        case .personal:
            guard isPersonal else { throw OAuthError(9002346, ["app": client.displayName]) }
        case .myOrganization:
            guard draft.segment.tenant != nil else {
                throw OAuthError(50194, ["app": client.displayName, "tenant": draft.segment.key])
            }
            if isPersonal { throw OAuthError(9002332, ["app": client.displayName]) }
        case .multipleOrganizations:
            if isPersonal { throw OAuthError(9002332, ["app": client.displayName]) }
        case .organizationsAndPersonal: break
        }
        if isPersonal, draft.dialect == .v1 { throw OAuthError(90027) }
    }
}
