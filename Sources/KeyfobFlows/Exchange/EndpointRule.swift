import KeyfobCore
import KeyfobOAuth

/// Which hosts an authority may send credentials to: its own, with the same port, and the other names of its cloud. An
/// OpenID provider's metadata, which has to come from the issuer itself, may name any.
enum EndpointRule {
    /// Whether a URL is of the authority's identity provider.
    static func belongs(_ url: HTTPURL, to authority: Authority, aliases: [String] = []) -> Bool {
        url.scheme == "https"
            && (url.hostAndPort == authority.environment || authority.cloud.aliases.contains(url.hostAndPort)
                || aliases.contains(url.hostAndPort))
    }

    /// Whether a refresh token that is stored for an environment may be sent to an authority's token endpoint. The two
    /// come from different places, so the token's own cloud counts, and not the authority's alone.
    static func admits(
        tokenOf environment: String, to endpoint: HTTPURL, at authority: Authority, clouds: CloudDirectory
    ) -> Bool {
        let cloud = clouds.cloud(of: environment)
        guard authority.kind != .openID else {
            return endpoint.scheme == "https" && authority.environment == environment.lowercased()
        }
        return cloud.aliases.contains(authority.environment)
            && belongs(endpoint, to: authority.with(environment: environment), aliases: cloud.aliases)
    }

    /// The first endpoint of the metadata that does not belong to the authority, the issuer included.
    static func stranger(in metadata: ProviderMetadata, authority: Authority, aliases: [String] = []) -> String? {
        if authority.kind != .openID {
            for endpoint in metadata.endpoints where !belongs(endpoint, to: authority, aliases: aliases) {
                let isGraph = endpoint == metadata.userinfoEndpoint && graphHosts.contains(endpoint.hostAndPort)
                if !isGraph { return endpoint.hostAndPort }
            }
        }
        return IssuerHostRule.stranger(metadata, authority: authority, aliases: aliases)
    }

    /// Where the clouds' userinfo lives, which gets an access token of its own and never the credentials.
    private static let graphHosts = ["graph.microsoft.com", "graph.microsoft.us", "microsoftgraph.chinacloudapi.cn"]
}
