import CryptoExtras
import Foundation

extension RSAPublicKey {
    /// Whether this key made a signature by RSASSA-PSS with SHA-256, and a salt as long as the hash (`PS256`, RFC 7518
    /// section 3.5).
    package func verifies(pssSignature signature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: message, padding: .PSS)
    }
}
