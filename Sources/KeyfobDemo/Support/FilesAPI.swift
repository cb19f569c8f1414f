#if Server
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth

/// The API "Contoso Files", as far as its callers see it: it accepts a token or refuses it.
///
/// It has the provider's keys, its own identifier and the time, and validates as any resource server does.
struct FilesAPI: Sendable {
    /// The API's application id, which v2 tokens carry as audience.
    static let audience = SeedNames.filesAppID

    let keys: JWKSet
    let clock: any WallClock

    /// The values that the API reads from a token that it accepts.
    struct Caller: Sendable, Hashable {
        let audience: String
        let scopes: String
        let user: String
        let identifier: String
    }

    /// Validates a token.
    ///
    /// - Throws: ``Disproved`` with the rule that the token violates.
    func accept(_ token: Secret<String>) throws -> Caller {
        let jws: JWS
        do { jws = try JWS(compact: token.reveal()) } catch { throw Disproved("the API cannot read the token") }
        guard let keyID = jws.header["kid"]?.stringValue, let key = keys.key(keyID) else {
            throw Disproved("the API does not know the token's key")
        }
        do { try jws.verify(with: key, algorithm: .rs256) } catch { throw Disproved("the token's signature is wrong") }
        let claims = try JSONValue(parsing: jws.payload)
        guard let expires = claims["exp"]?.integerValue, expires > clock.unixSeconds else {
            throw Disproved("the API finds the token expired")
        }
        let audience = claims["aud"]?.stringValue ?? ""
        try require(audience == Self.audience, "the token's audience is \(audience)")
        return Caller(
            audience: audience, scopes: claims["scp"]?.stringValue ?? "",
            user: claims["preferred_username"]?.stringValue ?? claims["oid"]?.stringValue ?? "",
            identifier: claims["uti"]?.stringValue ?? Hex.encode(Digest.sha256(Array(token.reveal().utf8)).prefix(8)))
    }
}
#endif
