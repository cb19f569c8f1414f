package import KeyfobCore

/// An app's trust in the hosts of its authorities, beyond the known clouds.
package struct AuthorityTrust: Sendable, Hashable {
    /// Hosts (with port, if it is not 443) that the app trusts. Each is asked for the names of its cloud, and never
    /// needs another host's confirmation. Nothing else changes for them.
    package var knownHosts: Set<String> = []
    /// Further clouds, whose names are then known without instance discovery.
    package var clouds: [Cloud] = []
    /// Whether the public cloud has to confirm a host that is neither in a known cloud nor in ``knownHosts``, as in
    /// MSAL.
    package var validatesHosts = false

    /// Makes the default trust, in which each host is trusted for itself.
    package init() {}

    /// Returns the instance discovery that is required before an authority is used.
    func question(for authority: Authority, clouds: CloudDirectory) -> InstanceQuestion {
        let host = authority.environment
        guard authority.kind == .aad, !clouds.isKnown(host) else { return .none }
        if knownHosts.contains(host) { return .itsOwnNames }
        return validatesHosts ? .confirmation(by: Cloud.worldwide.preferredNetwork) : .none
    }

    /// Whether the host of an authority that is not subject to instance discovery is allowed. With ``validatesHosts`` a
    /// B2C host must be known, as in MSAL; all others are allowed.
    func admits(_ authority: Authority, clouds: CloudDirectory) -> Bool {
        guard validatesHosts, authority.kind == .b2c else { return true }
        let host = authority.environment
        return clouds.isKnown(host) || knownHosts.contains(host) || host.hasSuffix(".b2clogin.com")
    }

    /// Returns the clouds of a host's response that are trusted: none that would make one host that the app trusts an
    /// alias of another.
    func trusted(_ clouds: [Cloud], from host: String) -> [Cloud] {
        clouds.filter { cloud in
            cloud.aliases.count == 1 || !cloud.aliases.contains { $0 != host && knownHosts.contains($0) }
        }
    }
}

/// The instance discovery before an authority's metadata.
enum InstanceQuestion: Sendable, Hashable {
    /// None.
    case none
    /// The names of the host's cloud; the host need not respond.
    case itsOwnNames
    /// Whether the host belongs to the platform at all.
    case confirmation(by: String)

    /// Returns the host to send the request to; nil if there is none.
    func host(_ authority: Authority) -> String? {
        switch self {
        case .none: nil
        case .itsOwnNames: authority.environment
        case .confirmation(let host): host
        }
    }
}
