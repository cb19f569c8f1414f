import Crypto
import CryptoExtras
import Foundation

extension RSAPublicKey {
    /// The hash functions of RSA signatures (RFC 7518 sections 3.3 and 3.5).
    package enum Hash: Sendable {
        case sha256, sha384, sha512
    }

    /// The paddings of RSA signatures.
    package enum Padding: Sendable {
        /// RSASSA-PKCS1-v1_5
        case pkcs1
        /// RSASSA-PSS, with a salt as long as the hash and MGF1 with the same hash function.
        case pss
    }

    /// Whether this key made the signature of that message.
    package func verifies(_ signature: [UInt8], of message: [UInt8], _ hash: Hash, _ padding: Padding) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
        let padding: _RSA.Signing.Padding = padding == .pss ? .PSS : .insecurePKCS1v1_5
        return switch hash {
        case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: message), padding: padding)
        case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: message), padding: padding)
        case .sha512: key.isValidSignature(signature, for: SHA512.hash(data: message), padding: padding)
        }
    }
}
