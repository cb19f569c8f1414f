import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Finds the APIs and permissions of the scopes of a request.
package enum ScopeResolution {
    /// Microsoft Graph: the API of bare scope names, of the userinfo endpoint, and of requests that name no API.
    package static let graphID = Directory.graphID

    /// Resolves the scopes of a version 2 request.
    static func resolve(
        _ scopes: ScopeSet, client: Application, tenant: String, in directory: Directory
    ) throws(OAuthError) -> RequestedAccess {
        guard !ScopeRules.isMixture(scopes) else {
            throw OAuthError(70011, ["scope": scopes.description], detail: ".default mixed with named scopes")
        }
        var access = RequestedAccess(openID: [], apis: [])
        for scope in scopes {
            if ScopeRules.isOpenID(scope) {
                access.openID.insert(scope)
                continue
            }
            let prefix = ScopeRules.resource(of: scope) ?? ""
            let api = try api(prefix, tenant: tenant, scope: scope, in: directory)
            let index =
                access.apis.firstIndex { $0.application.appID == api.appID }
                ?? {
                    access.apis.append(
                        RequestedAPI(application: api, prefix: prefix, permissions: [], spellings: [], isStatic: false))
                    return access.apis.count - 1
                }()
            access.apis[index].spellings.append(scope)
            if ScopeRules.isDefault(scope) {
                access.apis[index].isStatic = true
                access.apis[index].permissions = declared(by: client, at: api)
            } else {
                let name = ScopeRules.name(of: scope).inLowerCase
                guard let permission = api.scopes.first(where: { $0.isEnabled && $0.value.inLowerCase == name }) else {
                    throw OAuthError(70011, ["scope": scope])
                }
                access.apis[index].permissions.append(permission)
            }
        }
        return access
    }

    /// Resolves the `resource` of a version 1 request: the permissions are those that the client has registered.
    static func resolve(
        resource: String?, client: Application, tenant: String, in directory: Directory
    ) throws(OAuthError) -> RequestedAccess {
        let name = resource ?? ""
        let api = try api(name, tenant: tenant, scope: name, in: directory)
        let requested = RequestedAPI(
            application: api, prefix: name, permissions: declared(by: client, at: api), spellings: [], isStatic: true)
        return RequestedAccess(openID: .reserved, apis: [requested])
    }

    /// Resolves the scopes or the resource of a request.
    static func resolve(
        scopes: ScopeSet, resource: String?, dialect: OAuthDialect, client: Application, tenant: String,
        in directory: Directory
    ) throws(OAuthError) -> RequestedAccess {
        switch dialect {
        case .v1: return try resolve(resource: resource, client: client, tenant: tenant, in: directory)
        case .v2:
            guard resource == nil else { throw OAuthError(901002) }
            return try resolve(scopes, client: client, tenant: tenant, in: directory)
        }
    }

    private static func api(
        _ name: String, tenant: String, scope: String, in directory: Directory
    ) throws(OAuthError) -> Application {
        if name.isEmpty {
            guard let graph = directory.application(graphID) else { throw OAuthError(70011, ["scope": scope]) }
            return graph
        }
        guard let api = directory.api(name), api.isEnabled, isOffered(api, to: directory.tenant(tenant)) else {
            throw OAuthError(500011, ["resource": name, "tenant": tenant])
        }
        return api
    }

    /// Whether an API has a service principal in a tenant: its audience has to include the tenant. Where the account
    /// determines the tenant, this is checked once that is known.
    private static func isOffered(_ api: Application, to tenant: Tenant?) -> Bool {
        guard let tenant else { return true }
        switch api.signInAudience {
        case .myOrganization: return api.tenantID == tenant.id
        case .multipleOrganizations: return tenant.kind != .personal
        case .organizationsAndPersonal: return true
        case .personal: return tenant.kind == .personal
        }
    }

    private static func declared(by client: Application, at api: Application) -> [PermissionScope] {
        let ids = client.requiredResourceAccess.filter { $0.resourceAppID.lowercased() == api.appID.lowercased() }
            .flatMap(\.scopeIDs)
        return api.scopes.filter { $0.isEnabled && ids.contains($0.id) }
    }
}
