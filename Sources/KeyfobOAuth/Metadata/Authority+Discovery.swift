package import KeyfobCore

extension Authority {
    /// Returns the URL of this authority's discovery document; nil if the environment is not a host.
    ///
    /// AD FS and OpenID providers have one document (OpenID Connect Discovery 1.0 section 4); the Microsoft identity
    /// platform has one for each version.
    ///
    /// - Parameters:
    ///   - dialect: the version of the Microsoft identity platform's endpoints.
    ///   - host: the host to request it from, with port if it is not 443; the authority's own by default.
    package func discoveryURL(_ dialect: OAuthDialect = .v2, at host: String? = nil) -> HTTPURL? {
        let base = host.map(with(environment:)) ?? self
        let version = dialect == .v1 || kind == .adfs || kind == .openID ? "" : "/v2.0"
        return HTTPURL("\(base)\(version)/.well-known/openid-configuration")
    }

    /// Returns the further URLs at which an OpenID provider may have its metadata, in the order in which they are tried:
    /// RFC 8414 section 3 inserts the well-known path before the issuer's, and its section 5 allows OpenID Connect's
    /// name there. Some providers append it.
    package var otherDiscoveryURLs: [HTTPURL] {
        guard kind == .openID, let issuer = HTTPURL("\(self)") else { return [] }
        let path = issuer.path == "/" ? "" : issuer.path
        let names =
            path.isEmpty ? ["oauth-authorization-server"] : ["oauth-authorization-server", "openid-configuration"]
        let appended = path.isEmpty ? [] : [issuer.with(path: "\(path)/.well-known/oauth-authorization-server")]
        return names.map { issuer.with(path: "/.well-known/\($0)\(path)") } + appended
    }

    /// Returns the URL of instance discovery for this authority; nil if the environment is not a host.
    ///
    /// - Parameters:
    ///   - host: the host to request it from, with port if it is not 443; the authority's own by default.
    ///   - version: `api-version`: `1.1`, or `1.0`, whose response contains no clouds.
    ///   - dialect: the version of the authorization endpoint in the request.
    package func instanceDiscoveryURL(
        asking host: String? = nil, version: String = "1.1", _ dialect: OAuthDialect = .v2
    ) -> HTTPURL? {
        guard let url = HTTPURL("https://\(host ?? environment)/common/discovery/instance") else { return nil }
        let path = dialect == .v1 ? "/oauth2/authorize" : "/oauth2/v2.0/authorize"
        return FormParameters([
            ("api-version", version), ("authorization_endpoint", "\(self)\(path)"),
        ]).appended(to: url)
    }
}
