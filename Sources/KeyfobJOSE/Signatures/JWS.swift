package import KeyfobCore

/// A signed message in the compact serialisation (RFC 7515 section 7.1), parsed strictly.
///
/// Parsing checks the form only; do not trust the content before ``verify(with:algorithm:)``.
package struct JWS: Sendable {
    /// Longer texts are refused without parsing.
    static let maximumLength = 1 << 18

    /// The protected header.
    package let header: [String: JSONValue]
    /// The message.
    package let payload: [UInt8]
    let signature: [UInt8]
    let signedText: [UInt8]

    /// Parses a compact JWS.
    ///
    /// - Throws: ``JOSEError`` if there are not exactly three parts of unpadded base64url, the header is not a JSON
    ///   object without duplicate members, has no `alg`, or has `crit` (RFC 7515 section 4.1.11: Keyfob supports no
    ///   extension) or `b64` (RFC 7797).
    package init(compact: String) throws(JOSEError) {
        guard compact.utf8.count <= Self.maximumLength else { throw JOSEError("The token is too long.") }
        let parts = compact.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw JOSEError("The token does not have three parts.") }
        guard let headerBytes = Base64URL.decode(Substring(parts[0])),
            let payload = Base64URL.decode(Substring(parts[1])),
            let signature = Base64URL.decode(Substring(parts[2]))
        else { throw JOSEError("A part of the token is not base64url without padding.") }
        guard let header = (try? JSONValue(parsing: headerBytes))?.objectValue else {
            throw JOSEError("The token's header is not a JSON object, or has a duplicate member.")
        }
        guard header["crit"] == nil, header["b64"] == nil else {
            throw JOSEError("The token's header requires extensions that Keyfob does not support.")
        }
        guard header["alg"]?.stringValue != nil else { throw JOSEError("The token's header names no algorithm.") }
        self.header = header
        self.payload = payload
        self.signature = signature
        signedText = Array(compact.utf8[..<parts[1].endIndex])
    }

    /// `kid`
    package var keyID: String? { header["kid"]?.stringValue }

    /// Verifies the signature.
    ///
    /// - Parameters:
    ///   - key: the issuer's key.
    ///   - algorithm: the algorithm that the verifier expects; the header must have the same (RFC 8725 section 3.1).
    /// - Throws: ``JOSEError`` if the key, the header and the expected algorithm do not agree, or the signature is not
    ///   valid.
    package func verify(with key: JWK, algorithm: SignatureAlgorithm) throws(JOSEError) {
        guard header["alg"]?.stringValue == algorithm.rawValue, key.algorithm == algorithm else {
            throw JOSEError("The token is not signed by the algorithm that belongs to the key.")
        }
        try verify(with: key)
    }

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - payload: the message.
    ///   - header: further header members; `alg` and `kid` are always the key's, `typ` is `JWT` unless given here.
    ///   - key: the key.
    /// - Returns: the compact serialisation.
    /// - Throws: ``JOSEError`` if swift-crypto fails.
    package static func sign(
        _ payload: [UInt8], header: [String: JSONValue] = [:], with key: SigningKey
    ) throws(JOSEError) -> String {
        let encodedHeader =
            header.isEmpty
            ? key.standardHeader : encodedHeader(header, algorithm: key.algorithm, keyID: key.keyID)
        let signedText = "\(encodedHeader).\(Base64URL.encode(payload))"
        let signature = try key.sign(Array(signedText.utf8))
        return "\(signedText).\(Base64URL.encode(signature))"
    }

    static func encodedHeader(
        _ header: [String: JSONValue], algorithm: SignatureAlgorithm, keyID: String
    ) -> String {
        var header = header
        header["alg"] = .string(algorithm.rawValue)
        header["kid"] = .string(keyID)
        if header["typ"] == nil { header["typ"] = "JWT" }
        return Base64URL.encode(JSONValue.object(header).bytes())
    }
}

extension JWS: CustomStringConvertible, CustomReflectable {
    /// The algorithm and the key id; never the message.
    package var description: String { "JWS (\(header["alg"]?.stringValue ?? "?"), kid \(keyID ?? "none"))" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The signature algorithms that Keyfob uses and accepts (RFC 7518 section 3.1). There is no `none` and no HMAC, so a
/// token's header cannot select them.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256
    case es256 = "ES256"
}
