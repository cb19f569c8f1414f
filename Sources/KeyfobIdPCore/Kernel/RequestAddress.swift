import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// What the address of a request says: derived once, since a grant uses it a dozen times.
struct RequestAddress: Sendable {
    /// The host name that the request used.
    let host: ProviderHost
    /// Scheme, host and port of all published addresses: a cloud's other names are replaced by its preferred one.
    let origin: String
    /// The tenant segment of the address in lower case; at B2C with the policy appended, `TENANT/POLICY`, in whichever
    /// of the three forms the address is.
    let tenantSegment: String

    init(
        _ request: HTTPRequest, pathValues: [String: String], _ configuration: IdPConfiguration, _ directory: Directory
    ) {
        host = ProviderHost(request.url.host, configuration, directory)
        origin = Self.origin(request, at: host, configuration)
        tenantSegment = Self.tenantSegment(request, pathValues, at: host, configuration, directory)
    }

    private static func origin(
        _ request: HTTPRequest, at host: ProviderHost, _ configuration: IdPConfiguration
    ) -> String {
        if let origin = configuration.origin { return origin }
        if let standIn = configuration.standIn, let service = standIn.service(of: request.url.host) {
            return service == .tenant ? "https://\(request.url.host)" : StandIn.signInOrigin
        }
        guard case .cloud(let cloud) = host else { return request.url.origin }
        return "\(request.url.scheme)://\(cloud.preferredNetwork)\(request.url.port.map { ":\($0)" } ?? "")"
    }

    private static func tenantSegment(
        _ request: HTTPRequest, _ pathValues: [String: String], at host: ProviderHost,
        _ configuration: IdPConfiguration, _ directory: Directory
    ) -> String {
        let tenant = (pathValues["tenant"] ?? ownTenant(of: host, directory) ?? "common").lowercased()
        if let policy = pathValues["policy"] { return "\(tenant)/\(policy.lowercased())" }
        guard directory.kind(ofTenant: tenant) == .b2c,
            let policy = (try? configuration.limits.query(request))?.nonEmpty("p")
        else { return tenant }
        return "\(tenant)/\(policy.lowercased())"
    }

    /// At the hosts of AD FS and of an OpenID provider the addresses name no tenant.
    private static func ownTenant(of host: ProviderHost, _ directory: Directory) -> String? {
        guard case .tenant(let id) = host, let kind = directory.tenant(id)?.kind, kind == .openID || kind == .adfs
        else { return nil }
        return id
    }
}
