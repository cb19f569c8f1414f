public import KeyfobCore

/// What an app says about the hosts of its authorities, beyond the clouds that everybody knows.
public struct AuthorityTrust: Sendable, Hashable {
    /// Hosts (with port, if it is not 443) that the app vouches for. Each is asked which names its cloud has, and never
    /// needs another's confirmation. Nothing else changes for them.
    public var knownHosts: Set<String> = []
    /// Further clouds, whose names are so known without asking.
    public var clouds: [Cloud] = []
    /// Whether the public cloud has to confirm a host that is neither of a known cloud nor among ``knownHosts``, as
    /// MSAL wants it.
    public var validatesHosts = false

    /// Trusts each host to speak for itself.
    public init() {}

    /// What instance discovery has to say before an authority is used.
    func question(for authority: Authority, clouds: CloudDirectory) -> InstanceQuestion {
        let host = authority.environment
        guard authority.kind == .aad, !clouds.isKnown(host) else { return .none }
        if knownHosts.contains(host) { return .itsOwnNames }
        return validatesHosts ? .confirmation(by: Cloud.worldwide.preferredNetwork) : .none
    }

    /// Whether the host of an authority that instance discovery does not know about is good: B2C, whose hosts MSAL wants
    /// to be told; the other kinds vouch for themselves.
    func admits(_ authority: Authority, clouds: CloudDirectory) -> Bool {
        guard validatesHosts, authority.kind == .b2c else { return true }
        let host = authority.environment
        return clouds.isKnown(host) || knownHosts.contains(host) || host.hasSuffix(".b2clogin.com")
    }

    /// The clouds of a host's answer that are believed: none that would make one host that the app vouches for a name of
    /// another.
    func believable(_ clouds: [Cloud], toldBy host: String) -> [Cloud] {
        clouds.filter { cloud in
            cloud.aliases.count == 1 || !cloud.aliases.contains { $0 != host && knownHosts.contains($0) }
        }
    }
}

/// What is asked of instance discovery before an authority's metadata.
enum InstanceQuestion: Sendable, Hashable {
    /// Nothing.
    case none
    /// Which names the host's cloud has; it need not answer.
    case itsOwnNames
    /// Whether the host is one of the platform's at all.
    case confirmation(by: String)

    /// Who is asked about an authority; nil if nobody is.
    func host(_ authority: Authority) -> String? {
        switch self {
        case .none: nil
        case .itsOwnNames: authority.environment
        case .confirmation(let host): host
        }
    }
}
