import KeyfobCore
import KeyfobOAuth

/// The hosts of Microsoft's public cloud in whose place a provider answers, and what each of them serves.
///
/// Clients have these hosts in their code. A provider answers under them only where its user has led the names to this
/// machine. They serve Microsoft's addresses and nothing of this provider's own: the admin API and the sample APIs
/// have no address there.
package struct StandIn: Sendable, Hashable {
    /// What a host serves.
    enum Service: Sendable, Hashable {
        /// The protocol, and its pages.
        case signIn
        /// The address that requests certificates.
        case certificates
        /// Microsoft Graph.
        case graph
        /// Azure Resource Manager.
        case resourceManager
        /// The registration of devices.
        case registration
        /// The protocol for the one tenant that has the host.
        case tenant
        /// Nothing that exists here: requests get 404 in place of leaving the machine.
        case nothing
    }

    /// The hosts that single tenants have: those of B2C and of External ID.
    let tenantHosts: [String]

    /// Makes the description.
    ///
    /// - Parameter tenantHosts: the hosts that single tenants have, in lower case.
    package init(tenantHosts: [String] = []) { self.tenantHosts = tenantHosts }

    /// The host that requests certificates, on a socket of its own.
    package static let certificateHost = "certauth.login.microsoftonline.com"
    /// The origin of the addresses for signing in, and of the issuers of version 2.
    static let signInOrigin = "https://login.microsoftonline.com"
    /// The origin of the issuers of version 1.
    static let versionOneIssuers = "https://sts.windows.net"
    static let certificateOrigin = "https://\(certificateHost)"

    private static let services: [(host: String, service: Service)] =
        Cloud.worldwide.aliases.map { ($0, .signIn) } + [
            ("device.login.microsoftonline.com", .signIn), (certificateHost, .certificates),
            ("graph.microsoft.com", .graph), ("management.azure.com", .resourceManager),
            ("enterpriseregistration.windows.net", .registration), ("graph.windows.net", .nothing),
            ("management.core.windows.net", .nothing), ("login.live.com", .nothing),
            ("autologon.microsoftazuread-sso.com", .nothing),
        ]

    /// All hosts.
    package var hosts: [String] { Self.services.map(\.host) + tenantHosts }

    /// What a host serves; nil if it is none of these hosts.
    func service(of host: String) -> Service? {
        Self.services.first { $0.host == host }?.service ?? (tenantHosts.contains(host) ? .tenant : nil)
    }

    /// Whether the host of an address serves an endpoint. The provider's own names serve every endpoint.
    func serves(_ endpoint: Endpoint, at url: HTTPURL) -> Bool {
        guard let service = service(of: url.host) else { return true }
        let isGraph = Self.isOfGraph(url)
        return switch service {
        case .signIn: Self.protocolEndpoints.contains(endpoint) && !isGraph
        case .certificates: endpoint == .certificate
        case .graph: isGraph && endpoint != .admin
        case .resourceManager: endpoint == .management
        case .registration: endpoint == .registration
        case .tenant: Self.protocolEndpoints.contains(endpoint)
        case .nothing: false
        }
    }

    /// Named one by one, so that an endpoint that is added elsewhere has no address under Microsoft's names.
    private static let protocolEndpoints: Set<Endpoint> = [
        .instance, .discovery, .keys, .authorize, .adminconsent, .pages, .token, .devicecode, .deviceauth, .userinfo,
        .logout, .saml, .metadata, .userrealm,
    ]

    /// Whether an address is one of Microsoft Graph's.
    private static func isOfGraph(_ url: HTTPURL) -> Bool {
        let first = url.path.split(separator: "/").first?.lowercased() ?? ""
        return ["v1.0", "beta", "oidc"].contains(first)
    }
}

extension RequestContext {
    /// Whether the request is to one of Microsoft's hosts, in whose place the provider answers.
    var isStandIn: Bool { configuration.standIn?.service(of: request.url.host) != nil }

    /// The same, for the hosts of the cloud itself, which no single tenant has.
    package var isCloudStandIn: Bool { isStandIn && hostedKind == nil }

    /// The origin of Microsoft Graph's addresses.
    package var graphOrigin: String { isCloudStandIn ? "https://graph.microsoft.com" : origin }
    /// The origin of Azure Resource Manager's addresses.
    package var managementOrigin: String { isCloudStandIn ? "https://management.azure.com" : origin }
    /// The origin of the issuers that Azure Resource Manager names.
    package var managementIssuers: String { isCloudStandIn ? StandIn.versionOneIssuers : origin }
    /// The origin of the authorities that Azure Resource Manager names.
    package var managementAuthorities: String { isCloudStandIn ? "https://login.windows.net" : origin }
    /// The origin of the addresses for registering devices.
    var registrationOrigin: String { isCloudStandIn ? "https://enterpriseregistration.windows.net" : origin }

    /// The name of the cloud, as metadata contains it.
    var cloudInstanceName: String {
        isCloudStandIn ? "microsoftonline.com" : HTTPURL(origin)?.hostAndPort ?? ""
    }
}
