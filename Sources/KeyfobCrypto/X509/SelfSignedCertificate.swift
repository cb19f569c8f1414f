import Crypto
import CryptoExtras
package import Foundation
import KeyfobCore
import SwiftASN1

/// The certificate of an RSA signing key in a JWK Set (`x5c` and `x5t`, RFC 7517 section 4.7). It carries no trust: it
/// wraps the key for clients that require certificates.
package enum SelfSignedCertificate {
    /// Makes the certificate of a key (RFC 5280 section 4.1, version 3), valid for ten years.
    ///
    /// The same arguments give the same bytes, so a key keeps its `x5t` without the certificate being stored.
    ///
    /// - Parameters:
    ///   - key: the key, which also signs the certificate.
    ///   - commonName: the name of subject and issuer.
    ///   - now: the start of the validity; for a signing key the time when it was made.
    /// - Returns: the DER bytes.
    /// - Throws: ``CryptoError`` if the time is outside the years 1970 to 9900, or swift-crypto fails.
    package static func der(for key: RSAPrivateKey, commonName: String, now: Date) throws(CryptoError) -> [UInt8] {
        guard (0...2.5e11).contains(now.timeIntervalSince1970) else {
            throw CryptoError("The certificate's validity is outside the years 1970 to 9900.")
        }
        do {
            let body = try tbsCertificate(of: key, commonName: commonName, now: now)
            let signature = try key.sign(body)
            var certificate = DER.Serializer()
            try certificate.appendConstructedNode(identifier: .sequence) { coder in
                coder.serializeRawBytes(body)
                try coder.serializeSignatureAlgorithm(.rsa)
                try coder.serialize(ASN1BitString(bytes: signature[...]))
            }
            return certificate.serializedBytes
        } catch let error as CryptoError {
            throw error
        } catch {
            throw CryptoError("The signing key's certificate could not be made.")
        }
    }

    private static func tbsCertificate(of key: RSAPrivateKey, commonName: String, now: Date) throws -> [UInt8] {
        let start = now.unixSeconds
        var coder = DER.Serializer()
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { coder in
                try coder.serialize(2)
            }
            try coder.serialize(serialNumber(of: key.publicKey, start: start))
            try coder.serializeSignatureAlgorithm(.rsa)
            try coder.serializeName([DistinguishedPart(.commonName, commonName)])
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serializeTime(start)
                try coder.serializeTime(start + 3650 * 86400)
            }
            try coder.serializeName([DistinguishedPart(.commonName, commonName)])
            coder.serializeRawBytes(key.key.publicKey.derRepresentation)
        }
        return coder.serializedBytes
    }

    /// Returns a positive number that is unique to this certificate (RFC 5280 section 4.1.2.2).
    private static func serialNumber(of key: RSAPublicKey, start: Int64) -> Int64 {
        let digest = Digest.sha256(key.modulus + Array(String(start).utf8))
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return max(1, Int64(number >> 1))
    }
}
