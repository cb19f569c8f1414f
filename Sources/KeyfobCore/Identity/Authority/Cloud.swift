/// A national cloud of the Microsoft identity platform: host names that are aliases of one another.
///
/// The table is static so that a cached token is found without a request (instance discovery confirms it later). It
/// matches the response of the public cloud to `GET /common/discovery/instance?api-version=1.1`.
public struct Cloud: Sendable, Hashable {
    /// The host that requests are sent to.
    public let preferredNetwork: String
    /// The host under which credentials are stored.
    public let preferredCache: String
    /// Every host name of the cloud, including the two above.
    public let aliases: [String]

    /// Makes a cloud from names in any letter case; the two preferred names are added to the aliases.
    public init(preferredNetwork: String, preferredCache: String, aliases: [String]) {
        self.preferredNetwork = preferredNetwork.lowercased()
        self.preferredCache = preferredCache.lowercased()
        var all: [String] = []
        for name in [preferredNetwork, preferredCache] + aliases where !all.contains(name.lowercased()) {
            all.append(name.lowercased())
        }
        self.aliases = all
    }

    /// The public cloud.
    public static let worldwide = Cloud(
        preferredNetwork: "login.microsoftonline.com", preferredCache: "login.windows.net",
        aliases: ["login.microsoft.com", "sts.windows.net"])
    /// Operated by 21Vianet in China.
    public static let china = Cloud(
        preferredNetwork: "login.partner.microsoftonline.cn", preferredCache: "login.partner.microsoftonline.cn",
        aliases: ["login.chinacloudapi.cn"])
    /// For the government of the United States.
    public static let usGovernment = Cloud(
        preferredNetwork: "login.microsoftonline.us", preferredCache: "login.microsoftonline.us",
        aliases: ["login.usgovcloudapi.net"])
    /// The former cloud in Germany.
    public static let germany = single("login.microsoftonline.de")
    /// The sovereign cloud in France (Bleu).
    public static let france = single("login.sovcloud-identity.fr")
    /// The sovereign cloud in Germany (Delos).
    public static let delos = single("login.sovcloud-identity.de")
    /// For the government of Singapore.
    public static let singapore = single("login.sovcloud-identity.sg")

    /// The clouds that are known without instance discovery.
    public static let known: [Cloud] = [
        worldwide, china, usGovernment, germany, single("login-us.microsoftonline.com"), france, delos, singapore,
    ]

    static func single(_ host: String) -> Cloud { Cloud(only: host) }

    private init(only host: String) {
        preferredNetwork = host
        preferredCache = host
        aliases = [host]
    }

    /// Returns the cloud that has this host (with port, if it is not 443) among its aliases; an unknown host is a cloud
    /// by itself.
    public static func containing(_ host: String) -> Cloud {
        let host = host.lowercased()
        return known.first { $0.aliases.contains(host) } ?? single(host)
    }

    /// Whether a host is a name of one of the ``known`` clouds.
    public static func isKnown(_ host: String) -> Bool {
        let host = host.lowercased()
        return known.contains { $0.aliases.contains(host) }
    }
}
