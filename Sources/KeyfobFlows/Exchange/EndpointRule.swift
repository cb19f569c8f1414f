import KeyfobCore
import KeyfobOAuth

/// Which hosts an authority may send credentials to: its own, with the same port, and the other names of its cloud.
enum EndpointRule {
    /// Whether a URL is of the authority's identity provider.
    static func belongs(_ url: HTTPURL, to authority: Authority, aliases: [String] = []) -> Bool {
        url.scheme == "https"
            && (url.hostAndPort == authority.environment || authority.cloud.aliases.contains(url.hostAndPort)
                || aliases.contains(url.hostAndPort))
    }

    /// The first endpoint of the metadata that does not belong to the authority, the issuer included.
    static func stranger(in metadata: ProviderMetadata, authority: Authority, aliases: [String] = []) -> String? {
        for endpoint in metadata.endpoints where !belongs(endpoint, to: authority, aliases: aliases) {
            let isGraph = endpoint == metadata.userinfoEndpoint && graphHosts.contains(endpoint.hostAndPort)
            if !isGraph { return endpoint.hostAndPort }
        }
        guard let issuer = HTTPURL(metadata.issuer(tenantID: authority.tenant)) else { return "(a malformed issuer)" }
        return belongs(issuer, to: authority, aliases: aliases) ? nil : issuer.hostAndPort
    }

    /// Where the clouds' userinfo lives, which gets an access token of its own and never the credentials.
    private static let graphHosts = ["graph.microsoft.com", "graph.microsoft.us", "microsoftgraph.chinacloudapi.cn"]
}
