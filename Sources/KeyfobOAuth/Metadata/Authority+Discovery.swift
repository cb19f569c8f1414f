public import KeyfobCore

extension Authority {
    /// Where the discovery document of this authority is; nil if the environment is not a host.
    public func discoveryURL(_ dialect: OAuthDialect = .v2) -> HTTPURL? {
        HTTPURL("\(self)\(dialect == .v2 ? "/v2.0" : "")/.well-known/openid-configuration")
    }

    /// Where a host says which cloud this authority belongs to; nil if the environment is not a host.
    ///
    /// - Parameter host: the host that is asked, with port if it is not 443; the authority's own by default.
    public func instanceDiscoveryURL(asking host: String? = nil) -> HTTPURL? {
        guard let url = HTTPURL("https://\(host ?? environment)/common/discovery/instance") else { return nil }
        return FormParameters([
            ("api-version", "1.1"), ("authorization_endpoint", "\(self)/oauth2/v2.0/authorize"),
        ]).appended(to: url)
    }
}
