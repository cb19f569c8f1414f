package import KeyfobCore
import KeyfobCrypto

/// Messages authenticated with a shared secret (`HS256`, RFC 7518 section 3.2).
///
/// Separate from ``SignatureAlgorithm``, so that a header cannot make a verifier of signatures accept a shared secret.
extension JWS {
    private static let secretAlgorithm = "HS256"

    /// Authenticates a message.
    ///
    /// - Parameters:
    ///   - payload: the message.
    ///   - header: further header members; `alg` is always `HS256`, `typ` is `JWT` unless given here.
    ///   - secret: the key.
    /// - Returns: the compact serialisation.
    package static func authenticate(
        _ payload: [UInt8], header: [String: JSONValue] = [:], secret: [UInt8]
    ) -> String {
        var header = header
        header["alg"] = .string(secretAlgorithm)
        if header["typ"] == nil { header["typ"] = "JWT" }
        let signedText = "\(Base64URL.encode(JSONValue.object(header).bytes())).\(Base64URL.encode(payload))"
        return "\(signedText).\(Base64URL.encode(HMACSHA256.authenticate(Array(signedText.utf8), key: secret)))"
    }

    /// Verifies the authentication.
    ///
    /// - Parameter secret: the key.
    /// - Throws: ``JOSEError`` if the header names another algorithm, or the message was not authenticated with the
    ///   secret.
    package func verify(secret: [UInt8]) throws(JOSEError) {
        guard header["alg"]?.stringValue == Self.secretAlgorithm else {
            throw JOSEError("The token is not authenticated by HS256.")
        }
        guard ConstantTime.equal(HMACSHA256.authenticate(signedText, key: secret), signature) else {
            throw JOSEError("The token's authentication is not valid.")
        }
    }
}
