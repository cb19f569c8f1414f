import SwiftASN1

/// A certificate request (PKCS #10, RFC 2986): a subject and a public key, signed with its private key.
package struct CertificateRequest: Sendable, Hashable {
    /// The common name of the subject; nil if it has none.
    package let commonName: String?
    /// The key that the certificate is for.
    package let publicKey: AsymmetricPublicKey

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - commonName: the subject.
    ///   - key: the key that the certificate is for, and that signs the request.
    /// - Returns: the DER bytes.
    /// - Throws: ``CryptoError`` if swift-crypto fails.
    package static func der(commonName: String, key: AsymmetricKey) throws(CryptoError) -> [UInt8] {
        do {
            var body = DER.Serializer()
            try body.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(0)
                try coder.serializeName([DistinguishedPart(.commonName, commonName)])
                coder.serializeRawBytes(key.publicKey.der)
                // attributes [0], empty: they are not optional in RFC 2986 section 4.1.
                coder.appendConstructedNode(
                    identifier: ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
                ) { _ in }
            }
            return try SignedBody.sign(body.serializedBytes, with: key)
        } catch {
            throw CryptoError("The certificate request could not be made.")
        }
    }

    /// Parses a request and verifies that its sender has the private key.
    ///
    /// - Throws: ``CryptoError`` if the bytes are not a certificate request, its key is of a kind that Keyfob does not
    ///   use, or the signature was not made by that key.
    package init(verifying der: [UInt8]) throws(CryptoError) {
        guard let signed = SignedBody(der: der), let fields = signed.body.children, fields.count >= 3,
            (try? Int64(derEncoded: fields[0])) == 0
        else { throw CryptoError("The bytes are not a certificate request.") }
        let key = try AsymmetricPublicKey(der: Array(fields[2].encodedBytes))
        guard signed.isSigned(by: key) else {
            throw CryptoError("The certificate request is not signed with the key that it is for.")
        }
        publicKey = key
        commonName = fields[1].values(of: .commonName).first
    }
}
