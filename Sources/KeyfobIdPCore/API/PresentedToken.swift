import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// The access token of a request to an API: its signature and time verified, the API the one that it is bound to, and
/// the key that the sender proved to hold.
struct PresentedToken: Sendable {
    let claims: [String: JSONValue]
    let isBound: Bool
    /// The API's registration.
    let api: Application
    /// What the token is bound to.
    let origin: TokenOrigin

    /// The scheme of challenges.
    var scheme: String { isBound ? "PoP" : "Bearer" }

    /// Reads the token of a request.
    ///
    /// - Parameter appID: the API's application id.
    /// - Throws: ``ResourceRefusal``, also if the token is bound to another API, whatever its `aud` says; or the
    ///   store's error.
    init(_ context: RequestContext, for appID: String) async throws {
        (claims, isBound) = try await Self.verified(context)
        guard let api = context.directory.application(appID), api.isEnabled,
            let origin = TokenOrigin(claims, in: context.directory), origin.isBound(to: api)
        else {
            throw ResourceRefusal.invalidToken(
                "The access token is for another API.", scheme: isBound ? "PoP" : "Bearer",
                cause: .audience(claims["aud"]?.stringValue ?? ""))
        }
        self.api = api
        self.origin = origin
    }

    /// Reads `Authorization`: `Bearer TOKEN` (RFC 6750 section 2.1), or `PoP SIGNED-REQUEST`.
    private static func verified(
        _ context: RequestContext
    ) async throws -> (claims: [String: JSONValue], isBound: Bool) {
        let fields = context.request.fields.all("Authorization")
        guard let field = fields.first, fields.count == 1 else {
            throw ResourceRefusal(
                status: 401, error: nil, message: "The request has no access token.", cause: .missing)
        }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { throw ResourceRefusal.invalidToken("The credential is malformed.") }
        switch parts[0].lowercased() {
        case "bearer":
            let claims = try claims(of: String(parts[1]), scheme: "Bearer", context)
            guard claims["cnf"] == nil else {
                throw ResourceRefusal.invalidToken(
                    "The token is bound to a key, so it must be in a signed request.", scheme: "PoP")
            }
            return (claims, false)
        case "pop":
            let signed = try SignedRequest(String(parts[1]), context)
            let claims = try claims(of: signed.accessToken.reveal(), scheme: "PoP", context)
            try signed.check(boundTo: claims["cnf"]?["kid"]?.stringValue)
            try await signed.spendNonce(context)
            return (claims, true)
        default: throw ResourceRefusal.invalidToken("The scheme is neither Bearer nor PoP.")
        }
    }

    /// The claims of an access token of this provider: its signature or seal is valid, and so is its time.
    private static func claims(
        of token: String, scheme: String, _ context: RequestContext
    ) throws -> [String: JSONValue] {
        guard let claims = OpaqueToken.claims(of: Secret(token), in: context.directory) ?? signed(token, context)
        else { throw ResourceRefusal.invalidToken("The access token is not one of this provider's.", scheme: scheme) }
        guard let expiry = claims["exp"]?.integerValue, expiry > context.now else {
            throw ResourceRefusal.invalidToken("The access token has expired.", scheme: scheme, cause: .expired)
        }
        guard let start = claims["nbf"]?.integerValue, start <= context.now + 300 else {
            throw ResourceRefusal.invalidToken("The access token is not valid yet.", scheme: scheme)
        }
        return claims
    }

    private static func signed(_ token: String, _ context: RequestContext) -> [String: JSONValue]? {
        guard let jws = try? JWS(compact: token), let keyID = jws.keyID,
            let key = context.directory.keys.key(keyID),
            (try? jws.verify(with: key.publicJWK, algorithm: key.algorithm)) != nil
        else { return nil }
        return (try? JSONValue(parsing: jws.payload))?.objectValue
    }
}
