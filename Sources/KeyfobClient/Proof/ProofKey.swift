import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth

/// The key pair that a client's tokens are bound to. It is created once and stored, encrypted like refresh tokens.
struct ProofKey: Sendable {
    /// The key, named by its thumbprint (RFC 7638).
    let key: SigningKey
    let pem: Secret<String>

    /// The key's name in tokens.
    var id: String { key.keyID }
    var binding: TokenBinding { TokenBinding(keyID: id) }

    /// Reads a stored key; nil if it is not a key that Keyfob makes.
    init?(pem: Secret<String>) {
        if let key = try? P256PrivateKey(pem: pem.reveal()) {
            self.key = .p256(key, keyID: JWK(key.publicKey, keyID: nil).thumbprintText)
        } else if let key = try? RSAPrivateKey(pem: pem.reveal()) {
            self.key = .rsa(key, keyID: JWK(key.publicKey, keyID: nil).thumbprintText)
        } else {
            return nil
        }
        self.pem = pem
    }

    /// Creates a key.
    ///
    /// - Throws: `AuthError` with code `configuration` if the cryptographic library cannot.
    static func generate(_ algorithm: SignatureAlgorithm) throws(AuthError) -> ProofKey {
        let pem: String?
        switch algorithm {
        case .es256: pem = P256PrivateKey().pem
        case .rs256: pem = try? RSAPrivateKey().pem
        }
        guard let pem, let key = ProofKey(pem: Secret(pem)) else {
            throw .configuration("The key to bind tokens to could not be created.", remedy: "Request bearer tokens.")
        }
        return key
    }

    /// Signs the request that a result is for.
    ///
    /// - Throws: `AuthError` with code `configuration` if the cryptographic library fails.
    func sign(
        _ accessToken: Secret<String>, for proof: ProofOfPossession, at now: Int64, nonce: String
    ) throws(AuthError) -> Secret<String> {
        let request = SignedHTTPRequest(
            accessToken: accessToken, timestamp: now, method: proof.method, url: proof.url, nonce: nonce,
            key: key.publicJWK)
        do throws(JOSEError) {
            return try request.signed(with: key)
        } catch {
            throw AuthError(
                .configuration, origin: .app, message: "The request could not be signed with the token's key.",
                remedy: "Request bearer tokens.", cause: error)
        }
    }
}
