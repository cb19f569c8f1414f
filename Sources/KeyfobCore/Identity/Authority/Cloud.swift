/// A national cloud of the Microsoft identity platform: host names that are aliases of one another.
///
/// The table is static so that a cached token is found without asking any server first (instance discovery confirms
/// it later). It is what `GET /common/discovery/instance?api-version=1.1` on the public cloud returns.
public struct Cloud: Sendable, Hashable {
    /// Where requests are sent.
    public let preferredNetwork: String
    /// Under which name credentials are written.
    public let preferredCache: String
    /// Every name of the cloud, the two above included.
    public let aliases: [String]

    /// Makes a cloud of names in any letter case; the two preferred ones are aliases, too.
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

    /// The clouds that are known without asking.
    public static let known: [Cloud] = [
        worldwide, china, usGovernment, germany, single("login-us.microsoftonline.com"), france, delos, singapore,
    ]

    static func single(_ host: String) -> Cloud { Cloud(only: host) }

    private init(only host: String) {
        preferredNetwork = host
        preferredCache = host
        aliases = [host]
    }

    /// The cloud that has this host (with port, if it is not 443) among its aliases; a host that no cloud knows is a
    /// cloud by itself.
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
