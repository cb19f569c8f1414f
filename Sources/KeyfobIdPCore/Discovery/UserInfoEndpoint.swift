import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// `/oidc/userinfo` (OpenID Connect Core section 5.3), with an access token for Microsoft Graph.
enum UserInfoEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        guard let claims = claims(context), let userID = claims["oid"]?.stringValue else { return refusal() }
        let found = try await context.transaction { try $0.user(objectID: userID) }
        guard let user = found, user.isEnabled else { return refusal() }
        let client = claims["appid"]?.stringValue ?? claims["azp"]?.stringValue ?? ""
        let salt = context.directory.tenant(user.tenantID)?.subjectSalt ?? ""
        var members: [String: JSONValue] = ["name": .string(user.displayName)]
        members["given_name"] = user.givenName.map { .string($0) }
        members["family_name"] = user.familyName.map { .string($0) }
        members["email"] = user.mail.map { .string($0) }
        let info = UserInfo(subject: PairwiseSubject.of(user, for: client, salt: salt), claims: members)
        return .json(info.json)
    }

    /// The claims of the bearer token, if it is one of ours, valid, and for this API.
    private static func claims(_ context: RequestContext) -> [String: JSONValue]? {
        if let token = BearerToken.of(context.request),
            let claims = OpaqueToken.claims(of: token, in: context.directory)
        {
            return (claims["exp"]?.integerValue ?? 0) > context.now ? claims : nil
        }
        guard let token = BearerToken.of(context.request), let jws = try? JWS(compact: token.reveal()),
            let key = jws.header["kid"]?.stringValue.flatMap({ context.directory.keys.key($0) }),
            (try? jws.verify(with: key.publicJWK, algorithm: key.algorithm)) != nil,
            let claims = (try? JSONValue(parsing: jws.payload))?.objectValue,
            let audience = claims["aud"]?.stringValue, let expiry = claims["exp"]?.integerValue,
            expiry > context.now, context.directory.api(audience)?.appID == ScopeResolution.graphID,
            claims["scp"] != nil
        else { return nil }
        return claims
    }

    private static func refusal() -> HTTPResponse {
        var response = HTTPResponse.json(
            ["error": "invalid_token", "error_description": "The access token is missing or not valid here."],
            status: 401)
        response.fields.set("WWW-Authenticate", "Bearer error=\"invalid_token\"")
        return response
    }
}
