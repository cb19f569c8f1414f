import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/common/userrealm/{user}`, or with `?user=`: every account is managed; none is federated. A client asks before it
/// sends a password. It uses only the domain, so that it does not reveal which users exist.
enum UserRealmEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let query = try context.query()
        guard let user = context.pathValues["user"] ?? query.nonEmpty("user") else {
            throw OAuthError.missing("user")
        }
        let domain = user.split(separator: "@").last.map { $0.lowercased() } ?? ""
        let tenant = user.contains("@") ? context.directory.tenant(domain) : nil
        let known = tenant.flatMap { context.host.serves($0) ? $0 : nil }
        let isSecond = query["api-version"]?.hasPrefix("2.") == true
        return .json(isSecond ? version2(user, domain, known, context) : version1(domain, known, context))
    }

    private static let audience = "urn:federation:MicrosoftOnline"

    private static func version1(_ domain: String, _ tenant: Tenant?, _ context: RequestContext) -> JSONValue {
        guard tenant != nil else { return ["ver": "1.0", "account_type": "Unknown"] }
        return [
            "ver": "1.0", "account_type": "Managed", "domain_name": .string(domain),
            "cloud_instance_name": .string(context.cloudInstanceName),
            "cloud_audience_urn": .string(audience),
        ]
    }

    private static func version2(
        _ user: String, _ domain: String, _ tenant: Tenant?, _ context: RequestContext
    ) -> JSONValue {
        guard let tenant else { return ["Login": .string(user), "NameSpaceType": "Unknown"] }
        return [
            "Login": .string(user), "DomainName": .string(domain), "NameSpaceType": "Managed",
            "FederationBrandName": .string(tenant.displayName),
            "CloudInstanceName": .string(context.cloudInstanceName),
            "CloudInstanceIssuerUri": .string(audience),
        ]
    }
}
