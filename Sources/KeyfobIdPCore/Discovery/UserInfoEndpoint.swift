import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/oidc/userinfo` (OpenID Connect Core section 5.3), with an access token for Microsoft Graph that contains `openid`.
/// It returns the claims that the token's scopes allow (section 5.4), and validates the token as every API here does:
/// one that is bound to a key needs its proof, and one that an event has ended is refused.
enum UserInfoEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let caller: ResourceCaller
        do {
            caller = try await ResourceCaller(
                context, api: ScopeResolution.graphID, .read, scopes: ["openid"])
        } catch let refusal as ResourceRefusal {
            return refusal.response(context)
        }
        let user = caller.user
        let scopes = ScopeSet(spaceSeparated: caller.claims["scp"]?.stringValue ?? "")
        // A B2C policy determines the claims of its tokens, not the scopes.
        let isCustomer = context.directory.tenant(user.tenantID)?.kind == .b2c
        var members: [String: JSONValue] = [:]
        if isCustomer || scopes.contains("profile") {
            members["name"] = .string(user.displayName)
            members["given_name"] = user.givenName.map { .string($0) }
            members["family_name"] = user.familyName.map { .string($0) }
        }
        if isCustomer || scopes.contains("email") { members["email"] = user.mail.map { .string($0) } }
        return .json(UserInfo(subject: subject(caller, context), claims: members).json)
    }

    /// The same subject as in the id token, or clients have to refuse the response (section 5.3.2).
    private static func subject(_ caller: ResourceCaller, _ context: RequestContext) -> String {
        let client = caller.claims["appid"]?.stringValue ?? caller.claims["azp"]?.stringValue ?? ""
        return PairwiseSubject.of(caller.user, for: client, in: context.directory)
    }
}
