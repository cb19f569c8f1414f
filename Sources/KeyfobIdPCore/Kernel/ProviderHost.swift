import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The host name that a request used, as one of the provider's.
enum ProviderHost: Sendable, Hashable {
    /// The main cloud: every name that is not one of the others.
    case main
    /// A further cloud.
    case cloud(HostedCloud)
    /// A tenant's own host: B2C, External ID, an OpenID provider.
    case tenant(String)

    init(_ host: String, _ configuration: IdPConfiguration, _ directory: Directory) {
        if let cloud = configuration.clouds.first(where: { $0.aliases.contains(host) }) {
            self = .cloud(cloud)
        } else if let tenant = directory.tenant(atHost: host) {
            self = .tenant(tenant.id)
        } else {
            self = .main
        }
    }

    /// The cloud's name; nil for the main one.
    var cloudName: String? {
        if case .cloud(let cloud) = self { cloud.name } else { nil }
    }

    /// Whether a tenant is served here.
    func serves(_ tenant: Tenant) -> Bool {
        switch self {
        case .main: tenant.hosts == nil && tenant.cloud == nil
        case .cloud(let cloud): tenant.hosts == nil && tenant.cloud == cloud.name
        case .tenant(let id): tenant.id == id
        }
    }
}

/// Checks that a tenant is served at the host of a request: every host is a separate issuer.
enum HostRule {
    /// Checks the tenant of a request.
    ///
    /// - Throws: ``OAuthError`` 90038 for a tenant of another cloud, 90002 for one that has another host.
    static func check(_ context: RequestContext) throws(OAuthError) {
        let host = context.host
        if context.request.url.path.lowercased().hasPrefix("/adfs/") {
            guard context.hostedKind == .adfs else { throw OAuthError(90002, ["tenant": "adfs"]) }
        } else if context.endpoint == .discovery, context.pathValues["tenant"] == nil {
            guard context.hostedKind == .openID else { throw OAuthError(90002, ["tenant": ""]) }
        }
        guard context.pathValues["tenant"] != nil else { return }
        let name = context.tenantSegment.part(before: "/")
        let tenant = name == "consumers" ? context.directory.personalTenant : context.directory.tenant(name)
        guard let tenant else {
            // `common` and `organizations` exist only at the platform's own hosts.
            if case .tenant = host, name == "common" || name == "organizations" {
                throw OAuthError(90002, ["tenant": name])
            }
            return
        }
        guard !host.serves(tenant) else { return }
        if case .tenant = host { throw OAuthError(90002, ["tenant": name]) }
        throw OAuthError(tenant.hosts == nil ? 90038 : 90002, ["tenant": name])
    }
}

extension RequestContext {
    /// The kind of the tenant that the host serves exclusively; nil at hosts of several tenants.
    var hostedKind: TenantKind? {
        guard case .tenant(let id) = host else { return nil }
        return directory.tenant(id)?.kind
    }

    /// The prefix of the addresses in a discovery document, and the path of their version.
    var published: (base: String, version: String) {
        hostedKind == .adfs ? ("\(origin)/adfs", "") : ("\(origin)/\(tenantSegment)", dialect == .v2 ? "/v2.0" : "")
    }
}

extension RequestContext {
    /// Scheme, host and port of the address that requests certificates, under the name that the request used; nil if
    /// the provider has none.
    var certificateOrigin: String? {
        guard let port = configuration.certificatePort, let url = HTTPURL(origin) else { return nil }
        if isStandIn { return StandIn.certificateOrigin }
        return "\(url.scheme)://\(url.host):\(port)"
    }
}
