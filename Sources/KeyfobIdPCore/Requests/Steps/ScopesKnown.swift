import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Every scope is a permission of an API here, and there is at least one.
enum ScopesKnown: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client else { return }
        if draft.dialect == .v2, draft.request.scopes.isEmpty, draft.request.resource == nil {
            throw OAuthError.missing("scope")
        }
        draft.access = try ScopeResolution.resolve(
            scopes: draft.request.scopes, resource: draft.request.resource, dialect: draft.dialect, client: client,
            tenant: draft.segment.key, in: directory)
        for api in draft.access.apis where api.isStatic && api.permissions.isEmpty {
            let trusted = api.application.preAuthorizedApplications ?? []
            if trusted.contains(where: { $0.appID.lowercased() == client.appID.lowercased() }) { continue }
            throw OAuthError(650057, ["app": client.displayName, "resource": api.application.displayName])
        }
    }
}
