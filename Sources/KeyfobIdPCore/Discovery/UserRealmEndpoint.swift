import KeyfobCore
import KeyfobOAuth

/// `/common/userrealm/{user}`: every account is managed; none is federated. It uses only the domain, so that it does
/// not reveal which users exist.
enum UserRealmEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let user = context.pathValues["user"] ?? ""
        let domain = user.split(separator: "@").last.map { $0.lowercased() } ?? ""
        guard user.contains("@"), let tenant = context.directory.tenant(domain), context.host.serves(tenant)
        else {
            return .json(["ver": "1.0", "account_type": "Unknown"])
        }
        return .json([
            "ver": "1.0", "account_type": "Managed", "domain_name": .string(domain),
            "cloud_instance_name": .string(HTTPURL(context.origin)?.hostAndPort ?? ""),
        ])
    }
}
