import KeyfobBackport
package import KeyfobConditionalAccess
import KeyfobCrypto
package import KeyfobIdPModel
import KeyfobJOSE

/// One version of the data that changes rarely, as the clients of one address see it.
package struct Directory: Sendable {
    /// The application id of Microsoft Graph.
    static let graphID = PlatformAPI.graph.rawValue

    private let content: DirectoryContent
    /// Scheme, host and port at which the provider serves Microsoft Graph: another name of that API.
    private var origin: String?
    /// The key of that name.
    private var originKey: String?

    init(_ transaction: any IdPTransaction, reusing old: SigningKeys?) throws {
        content = try DirectoryContent(transaction, reusing: old)
    }

    var version: Int64 { content.version }
    package var tenants: [Tenant] { content.tenants }
    package var applications: [Application] { content.applications }
    package var keys: SigningKeys { content.keys }
    package var clockOffset: Int64 { content.clockOffset }
    var forcedErrors: [ForcedError] { content.forcedErrors }
    /// The tenant of personal Microsoft accounts, if there is one.
    var personalTenant: Tenant? { content.personalTenant }

    /// The tenant with that id or verified domain.
    package func tenant(_ name: String) -> Tenant? {
        content.tenantsByName[name] ?? content.tenantsByName[name.lowercased()]
    }

    /// The kind of the tenant with that id or verified domain; nil if there is none. By id it takes less time than
    /// copying the whole tenant.
    func kind(ofTenant id: String) -> TenantKind? { content.kinds[id] ?? tenant(id)?.kind }

    /// The salt of the tenant with that id as a prepared key, for the claims that hide a user's id; an empty one
    /// without a tenant.
    func subjectKey(ofTenant id: String) -> HMACSHA256 {
        content.subjectKeys[id] ?? tenant(id).flatMap { content.subjectKeys[$0.id] } ?? HMACSHA256(key: [])
    }

    /// The tenant that is served at that host exclusively.
    func tenant(atHost host: String) -> Tenant? { content.tenantsByHost[host.lowercased()] }

    /// The application with that application id.
    package func application(_ appID: String) -> Application? {
        content.applicationsByID[appID] ?? content.applicationsByID[appID.lowercased()]
    }

    /// Whether there is an application with that application id. It takes less time than copying the application.
    func isApplication(_ appID: String) -> Bool {
        content.applicationsByID.index(forKey: appID) != nil
            || content.applicationsByID.index(forKey: appID.lowercased()) != nil
    }

    /// The id of the tenant with that id or verified domain.
    func tenantID(named name: String) -> String? { content.kinds[name] != nil ? name : tenant(name)?.id }

    /// A tenant's policies, locations and groups.
    package func policies(of tenantID: String) -> TenantPolicies {
        content.policiesByTenant[tenantID] ?? TenantPolicies()
    }

    /// What the administrators of a tenant have set for an application; nil if they have set nothing.
    package func principal(of appID: String, in tenantID: String) -> ServicePrincipalSettings? {
        content.principalsByTenant[tenantID]?[appID]
    }

    /// All such settings of a tenant.
    package func principals(in tenantID: String) -> [ServicePrincipalSettings] {
        (content.principalsByTenant[tenantID] ?? [:]).values.sorted { $0.appID < $1.appID }
    }

    /// The API that a scope or `resource` names: by identifier URI, with or without a trailing slash, or by its id. No
    /// registration has the provider's own name.
    package func api(_ name: String) -> Application? {
        guard let key = APIName.key(of: name) else { return nil }
        return key == originKey ? application(Self.graphID) : content.apisByName[key]
    }

    /// The name of an API that its tokens contain in `aud`: the registration's own text for the name in a request, with
    /// the slash at the end that the request has. Without a name it is the id.
    func audience(of api: Application, named name: String) -> String {
        let id = api.appID.lowercased()
        guard let named = try? APIName(name), named.key != id else { return api.appID }
        let own = api.identifierURIs + ["api://\(id)"] + (id == Self.graphID ? [origin].compactMap(\.self) : [])
        guard let text = own.first(where: { APIName.key(of: $0) == named.key }) else { return api.appID }
        let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
        return named.endsInSlash ? "\(bare)/" : bare
    }

    /// The directory as clients see it that find Microsoft Graph at an origin of this provider.
    func at(_ origin: String) -> Directory {
        var out = self
        out.origin = origin
        out.originKey = APIName.key(of: origin)
        return out
    }

    /// The registration that a SAML message's issuer names: exactly by an identifier URI, or by its id.
    func service(_ issuer: String) -> Application? {
        guard let found = api(issuer) else { return nil }
        return (found.identifierURIs + [found.appID]).contains { $0.utf8.elementsEqual(issuer.utf8) } ? found : nil
    }

    /// Every name by which a request may mean an API, in the form in which they are compared: no two applications may
    /// have one in common.
    package static func names(of application: Application) -> Set<String> {
        let id = application.appID.lowercased()
        return Set([id, "api://\(id)"] + application.identifierURIs.compactMap { APIName.key(of: $0) })
    }
}

/// The data of a directory, prepared for look-ups. Requests share it.
private final class DirectoryContent: Sendable {
    let version: Int64
    let tenants: [Tenant]
    let applications: [Application]
    let keys: SigningKeys
    let clockOffset: Int64
    let forcedErrors: [ForcedError]
    let personalTenant: Tenant?
    let tenantsByName: [String: Tenant]
    let tenantsByHost: [String: Tenant]
    let subjectKeys: [String: HMACSHA256]
    let kinds: [String: TenantKind]
    let applicationsByID: [String: Application]
    let apisByName: [String: Application]
    let policiesByTenant: [String: TenantPolicies]
    let principalsByTenant: [String: [String: ServicePrincipalSettings]]

    init(_ transaction: any IdPTransaction, reusing old: SigningKeys?) throws {
        version = try transaction.directoryVersion()
        tenants = try transaction.tenants()
        applications = try transaction.applications()
        keys = try SigningKeys(try transaction.signingKeys(), reusing: old)
        clockOffset = try transaction.clockOffset()
        forcedErrors = try transaction.forcedErrors()
        let objects = try transaction.directoryObjects()
        policiesByTenant = try TenantPolicies.all(objects)
        var principals: [String: [String: ServicePrincipalSettings]] = [:]
        for object in objects where object.kind == .servicePrincipal {
            let settings = try ServicePrincipalSettings(object)
            principals[object.tenantID, default: [:]][settings.appID] = settings
        }
        principalsByTenant = principals
        var byName: [String: Tenant] = [:]
        var byHost: [String: Tenant] = [:]
        var subjectKeys: [String: HMACSHA256] = [:]
        for tenant in tenants {
            byName[tenant.id.lowercased()] = tenant
            subjectKeys[tenant.id] = HMACSHA256(key: Array(tenant.subjectSalt.utf8))
            for domain in tenant.domains { byName[domain.lowercased()] = tenant }
            for host in tenant.hosts ?? [] { byHost[host.lowercased()] = tenant }
        }
        tenantsByName = byName
        tenantsByHost = byHost
        self.subjectKeys = subjectKeys
        kinds = Dictionary(tenants.map { ($0.id, $0.kind) }, uniquingKeysWith: { _, last in last })
        personalTenant = tenants.first { $0.kind == .personal }
        apisByName = Self.byName(applications, hosts: ReservedNames.hosts(of: tenants))
        var byID = Dictionary(applications.map { ($0.appID.lowercased(), $0) }) { _, last in last }
        // After the stored ones: none of them can replace it.
        if let tenant = tenants.first { byID[PortalClient.clientID] = PortalClient.application(in: tenant.id) }
        applicationsByID = byID
    }

    /// The applications by the names that they can have. What a store from before contains counts for nothing if it is
    /// no name, or if the provider or another application answers at it.
    private static func byName(_ applications: [Application], hosts: Set<String>) -> [String: Application] {
        var out: [String: Application] = [:]
        for application in applications {
            let id = application.appID.lowercased()
            out[id] = application
            out["api://\(id)"] = application
        }
        let reserved = ReservedNames()
        for application in applications {
            for uri in application.identifierURIs {
                guard let name = try? APIName(uri), reserved.allows(name, for: application, besides: hosts),
                    out[name.key] == nil
                else { continue }
                out[name.key] = application
            }
        }
        return out
    }
}

/// Caches the latest directory that was read, with parsed keys. The store's version shows when it is out of date.
package final class DirectoryCache: Sendable {
    private let cached = Mutex<Directory?>(nil)

    var current: Directory? { cached.withLock { $0 } }

    /// Returns the store's present directory, from the cache if it is up to date.
    package func load(_ store: any IdPStore) async throws -> Directory {
        let old = current
        let fresh = try await store.transaction { transaction in
            if let old, try transaction.directoryVersion() == old.version { return old }
            return try Directory(transaction, reusing: old?.keys)
        }
        cached.withLock { if ($0?.version ?? .min) < fresh.version { $0 = fresh } }
        return fresh
    }
}
