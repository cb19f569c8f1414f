import KeyfobCore
import KeyfobOAuth

/// `/common/discovery/instance`: which hosts are one cloud.
enum InstanceDiscoveryEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let parameters = try context.query()
        guard let text = parameters.nonEmpty("authorization_endpoint") else {
            throw OAuthError.missing("authorization_endpoint")
        }
        guard let own = HTTPURL(context.origin), let endpoint = HTTPURL(text) else {
            throw OAuthError(50049, ["host": String(text.prefix(256))])
        }
        guard endpoint.hostAndPort == own.hostAndPort else { throw OAuthError(50049, ["host": endpoint.hostAndPort]) }
        let segment = endpoint.path.split(separator: "/").first.map(String.init) ?? "common"
        let version = endpoint.path.contains("/v2.0/") ? "/v2.0" : ""
        guard let document = HTTPURL("\(context.origin)/\(segment)\(version)/.well-known/openid-configuration") else {
            throw OAuthError(50049, ["host": endpoint.hostAndPort])
        }
        let host = own.hostAndPort
        let cloud = Cloud(preferredNetwork: host, preferredCache: host, aliases: [host])
        return .json(InstanceDiscovery(tenantDiscoveryEndpoint: document, clouds: [cloud]).json)
    }
}
