import KeyfobCore
package import KeyfobIdPModel

/// The names at which this provider and the APIs of the platform answer. Only their own registrations have them.
package struct ReservedNames: Sendable {
    /// Who answers at a name.
    package enum Holder: Sendable, Hashable {
        /// An API of the platform.
        case platform(PlatformAPI)
        /// This provider, or a host in whose place it answers.
        case provider
    }

    /// The hosts of the public cloud and of the platform's APIs, at any port.
    private static let byHost: [String: Holder] = {
        var out = Dictionary(StandIn().hosts.map { ($0, Holder.provider) }) { first, _ in first }
        for api in PlatformAPI.allCases {
            for host in api.hosts { out[host] = .platform(api) }
        }
        return out
    }()

    /// The hosts of further clouds, at any port.
    private let clouds: Set<String>
    /// The hosts and ports of this provider.
    private let own: Set<String>

    /// The names that every provider reserves.
    package init() { self.init(IdPConfiguration(), origins: []) }

    /// The names that a provider reserves.
    ///
    /// - Parameter origins: scheme, host and port at which a request found it.
    package init(_ configuration: IdPConfiguration, origins: [String]) {
        clouds = Set(configuration.clouds.flatMap(\.aliases).map { $0.lowercased() })
        var own: Set<String> = []
        for url in ([configuration.origin].compactMap(\.self) + origins).compactMap({ HTTPURL($0) }) {
            // Its other names have the same ports.
            let hosts =
                (url.isLoopback ? ["localhost", "127.0.0.1", "[::1]"] : [url.host])
                + configuration.hostNames.map { $0.lowercased() }
            for port in [url.effectivePort, configuration.certificatePort].compactMap(\.self) {
                own.formUnion(hosts.map { "\($0):\(port)" })
            }
        }
        self.own = own
    }

    /// Who answers at a name; nil if no one does, so that an application can have it.
    ///
    /// - Parameter hosts: the hosts of single tenants (``hosts(of:)``).
    package func holder(of name: APIName, besides hosts: Set<String>) -> Holder? {
        guard let host = name.host else {
            if name.scheme == nil { return PlatformAPI(rawValue: name.key).map { .platform($0) } }
            // Such as `urn:ms-drs:enterpriseregistration.windows.net`.
            let words = name.segments.flatMap { $0.split(separator: ":").map(String.init) }
            return words.lazy.compactMap { Self.byHost[$0] }.first
        }
        if let holder = Self.byHost[host] ?? PlatformAPI(rawValue: host).map({ .platform($0) }) { return holder }
        if clouds.contains(host) || hosts.contains(host) { return .provider }
        return own.contains("\(host):\(name.effectivePort ?? 443)") ? .provider : nil
    }

    /// Whether no one else answers at a name of an application.
    package func allows(_ name: APIName, for application: Application, besides hosts: Set<String>) -> Bool {
        switch holder(of: name, besides: hosts) {
        case nil: true
        case .provider: false
        case .platform(let api): api.rawValue == application.appID.lowercased()
        }
    }

    /// The hosts that single tenants have.
    package static func hosts(of tenants: some Sequence<Tenant>) -> Set<String> {
        Set(tenants.flatMap { $0.hosts ?? [] }.map { $0.lowercased() })
    }
}
