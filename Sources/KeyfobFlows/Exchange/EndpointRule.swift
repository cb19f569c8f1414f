import KeyfobCore
import KeyfobOAuth

/// The hosts that an authority's credentials may be sent to: its own, with the same port, and the other names of its
/// cloud. An OpenID provider's metadata, which must come from the issuer itself, may name any.
enum EndpointRule {
    /// Whether a URL belongs to the authority's identity provider.
    static func belongs(_ url: HTTPURL, to authority: Authority, aliases: [String] = []) -> Bool {
        url.scheme == "https"
            && (url.hostAndPort == authority.environment || authority.cloud.aliases.contains(url.hostAndPort)
                || aliases.contains(url.hostAndPort))
    }

    /// Whether a refresh token that is stored for an environment may be sent to an authority's token endpoint. The two
    /// have different sources, so the token's own cloud is checked, too.
    static func admits(
        tokenOf environment: String, to endpoint: HTTPURL, at authority: Authority, clouds: CloudDirectory
    ) -> Bool {
        let cloud = clouds.cloud(of: environment)
        guard authority.kind != .openID else {
            return (endpoint.scheme == "https" || (authority.isPlainLoopback && endpoint.isLoopback))
                && authority.environment == environment.lowercased()
        }
        return cloud.aliases.contains(authority.environment)
            && belongs(endpoint, to: authority.with(environment: environment), aliases: cloud.aliases)
    }

    /// Returns the host of the first endpoint, or the issuer, that does not belong to the authority.
    static func foreignHost(in metadata: ProviderMetadata, authority: Authority, aliases: [String] = []) -> String? {
        if authority.kind != .openID {
            for endpoint in metadata.endpoints where !belongs(endpoint, to: authority, aliases: aliases) {
                let isGraph = endpoint == metadata.userinfoEndpoint && graphHosts.contains(endpoint.hostAndPort)
                if !isGraph { return endpoint.hostAndPort }
            }
        }
        return IssuerHostRule.foreignHost(metadata, authority: authority, aliases: aliases)
    }

    /// The hosts of the clouds' userinfo endpoints, which get only a separate access token and never the credentials.
    private static let graphHosts = ["graph.microsoft.com", "graph.microsoft.us", "microsoftgraph.chinacloudapi.cn"]
}
