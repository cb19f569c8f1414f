import KeyfobCore
import KeyfobOAuth

/// `/oidc/userinfo` (OpenID Connect Core section 5.3), with an access token for Microsoft Graph that names `openid`. It
/// tells what the token's scopes let the client know (section 5.4), and takes a token as every API here does: one that
/// is bound to a key only with its proof, and none that something has ended since.
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
        // What a B2C policy's tokens tell the policy says, and not the scopes.
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

    /// The same subject as in the id token, or clients have to refuse the answer (section 5.3.2).
    private static func subject(_ caller: ResourceCaller, _ context: RequestContext) -> String {
        let client = caller.claims["appid"]?.stringValue ?? caller.claims["azp"]?.stringValue ?? ""
        return PairwiseSubject.of(caller.user, for: client, in: context.directory)
    }
}
