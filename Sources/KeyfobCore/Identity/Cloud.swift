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

    /// Makes a cloud.
    public init(preferredNetwork: String, preferredCache: String, aliases: [String]) {
        self.preferredNetwork = preferredNetwork
        self.preferredCache = preferredCache
        self.aliases = aliases
    }

    /// The clouds that are known without asking.
    public static let known: [Cloud] = [
        Cloud(
            preferredNetwork: "login.microsoftonline.com", preferredCache: "login.windows.net",
            aliases: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"]),
        Cloud(
            preferredNetwork: "login.partner.microsoftonline.cn", preferredCache: "login.partner.microsoftonline.cn",
            aliases: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"]),
        Cloud(
            preferredNetwork: "login.microsoftonline.us", preferredCache: "login.microsoftonline.us",
            aliases: ["login.microsoftonline.us", "login.usgovcloudapi.net"]),
        single("login.microsoftonline.de"), single("login-us.microsoftonline.com"),
        single("login.sovcloud-identity.fr"), single("login.sovcloud-identity.de"),
        single("login.sovcloud-identity.sg"),
    ]

    private static func single(_ host: String) -> Cloud {
        Cloud(preferredNetwork: host, preferredCache: host, aliases: [host])
    }

    /// The cloud that has this host (with port, if it is not 443) among its aliases; a host that no cloud knows is a
    /// cloud by itself.
    public static func containing(_ host: String) -> Cloud {
        let host = host.lowercased()
        return known.first { $0.aliases.contains(host) } ?? single(host)
    }
}
