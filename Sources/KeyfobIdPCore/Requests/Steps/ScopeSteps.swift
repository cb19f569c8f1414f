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

/// The scopes for an administrator's consent: those of the request at version 2, if it names any, otherwise all that
/// the client declares in its registration.
enum DeclaredScopes: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let client = draft.client else { return }
        let named = draft.request.scopes.filter { !ScopeRules.isOpenID($0) }
        if draft.dialect == .v2, !named.isEmpty {
            draft.access = try ScopeResolution.resolve(
                scopes: draft.request.scopes, resource: nil, dialect: .v2, client: client, tenant: draft.segment.key,
                in: directory)
        } else {
            draft.access = RequestedAccess(
                openID: .reserved, apis: ConsentRules.declared(by: client, in: directory))
        }
        let hasRoles =
            DeclaredRoles.areIncluded(in: draft.request.scopes) && !DeclaredRoles.of(client, in: directory).isEmpty
        guard hasRoles || draft.access.apis.contains(where: { !$0.permissions.isEmpty }) else {
            throw OAuthError(650057, ["app": client.displayName, "resource": "any API"])
        }
    }
}
