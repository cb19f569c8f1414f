import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// A signed HTTP request: it proves that the sender of an access token holds the key that the token is bound to. It is
/// a JWS with the claims `at`, `ts`, `m`, `u`, `p`, `nonce` and `cnf.jwk`, as MSAL makes it.
struct SignedRequest: Sendable {
    /// The seconds by which the sender's clock may be off.
    static let leeway: Int64 = 300

    let accessToken: Secret<String>
    private let key: JWK
    private let nonce: String
    private let time: Int64

    /// Parses the text, and checks that the key that it contains signed it now and for this request.
    ///
    /// - Throws: ``ResourceRefusal`` with the check that failed.
    init(_ text: String, _ context: RequestContext) throws(ResourceRefusal) {
        guard let jws = try? JWS(compact: text), let claims = (try? JSONValue(parsing: jws.payload))?.objectValue,
            let keyJSON = claims["cnf"]?["jwk"], let key = try? JWK(json: keyJSON), let algorithm = key.algorithm,
            (try? jws.verify(with: key, algorithm: algorithm)) != nil
        else { throw Self.refusal("The signed request is malformed, or not signed by the key that it contains.") }
        guard let token = claims["at"]?.stringValue, let nonce = claims["nonce"]?.stringValue, !nonce.isEmpty,
            let time = claims["ts"]?.integerValue ?? claims["ts"]?.stringValue.flatMap({ Int64($0) })
        else { throw Self.refusal("The signed request lacks at, ts or nonce.") }
        guard claims["b"] == nil, claims["h"] == nil else {
            throw Self.refusal("Signed bodies and header fields are not checked here, so they may not be claimed.")
        }
        guard ((context.now - Self.leeway)...(context.now + Self.leeway)).contains(time) else {
            throw Self.refusal("The signed request is too old, or from the future.")
        }
        let url = context.request.url
        guard claims["m"]?.stringValue?.uppercased() == context.request.method.rawValue else {
            throw Self.refusal("The signed request was made for another method.")
        }
        guard let host = claims["u"]?.stringValue?.lowercased(), host == url.host || host == url.hostAndPort else {
            throw Self.refusal("The signed request was made for another host.")
        }
        guard let path = claims["p"]?.stringValue, path == url.path else {
            throw Self.refusal("The signed request was made for another path.")
        }
        accessToken = Secret(token)
        self.key = key
        self.nonce = nonce
        self.time = time
    }

    /// Checks that the token inside is bound to the key (RFC 7800 section 3.4).
    func check(boundTo keyID: String?) throws(ResourceRefusal) {
        guard let keyID, ConstantTime.equal(keyID, Base64URL.encode(key.thumbprint)) else {
            throw Self.refusal("The access token is not bound to the key of the signed request.")
        }
    }

    /// Checks that the request was not sent before, and remembers its nonce.
    func spendNonce(_ context: RequestContext) async throws {
        let hash = TokenHash.of("shr|\(Base64URL.encode(key.thumbprint))|\(nonce)")
        let expiry = time + 2 * Self.leeway
        guard try await context.transaction({ try $0.spendNonce(hash: hash, until: expiry) }) else {
            throw Self.refusal("The signed request was sent before; each needs a new nonce.")
        }
    }

    private static func refusal(_ message: String) -> ResourceRefusal { .invalidToken(message, scheme: "PoP") }
}
