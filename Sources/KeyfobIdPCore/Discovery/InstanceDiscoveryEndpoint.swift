import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/common/discovery/instance`: the hosts of each cloud. Version 1.1 lists every cloud here, 1.0 only confirms that
/// the host is known.
enum InstanceDiscoveryEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let parameters = try context.query()
        guard let text = parameters.nonEmpty("authorization_endpoint") else {
            throw OAuthError.missing("authorization_endpoint")
        }
        guard let own = HTTPURL(context.origin), let endpoint = HTTPURL(text) else {
            throw OAuthError(50049, ["host": String(text.prefix(256))])
        }
        let clouds = clouds(own, context)
        guard let cloud = clouds.first(where: { $0.aliases.contains(endpoint.hostAndPort) }) else {
            throw OAuthError(50049, ["host": endpoint.hostAndPort])
        }
        let segment = endpoint.path.split(separator: "/").first.map(String.init) ?? "common"
        let version = endpoint.path.contains("/v2.0/") ? "/v2.0" : ""
        let base = "https://\(cloud.preferredNetwork)/\(segment)\(version)"
        guard let document = HTTPURL("\(base)/.well-known/openid-configuration") else {
            throw OAuthError(50049, ["host": endpoint.hostAndPort])
        }
        var answer = InstanceDiscovery(tenantDiscoveryEndpoint: document, clouds: clouds)
        answer.version = parameters.nonEmpty("api-version") == "1.0" ? "1.0" : "1.1"
        return .json(answer.json)
    }

    /// The clouds, with the port of the request; B2C, External ID and OpenID providers are not clouds. In the place of
    /// the public cloud they are Microsoft's.
    private static func clouds(_ own: HTTPURL, _ context: RequestContext) -> [Cloud] {
        if context.isStandIn { return Cloud.known }
        let port = own.port.map { ":\($0)" } ?? ""
        let hosted = context.configuration.clouds.map { cloud in
            Cloud(
                preferredNetwork: cloud.preferredNetwork + port, preferredCache: cloud.preferredCache + port,
                aliases: cloud.aliases.map { $0 + port })
        }
        guard case .main = context.host else { return hosted }
        let host = own.hostAndPort
        return [Cloud(preferredNetwork: host, preferredCache: host, aliases: [host])] + hosted
    }
}
