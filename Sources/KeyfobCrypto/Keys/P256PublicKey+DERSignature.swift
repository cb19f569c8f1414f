import Crypto
import Foundation

extension P256PublicKey {
    /// Whether this key made the signature of that message. The signature is the DER of r and s (X9.62), as in
    /// certificates; see ``verifies(_:of:)`` for the form of JOSE.
    package func verifies(derSignature: [UInt8], of message: [UInt8]) -> Bool {
        guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: derSignature),
            parsed.derRepresentation.elementsEqual(derSignature)
        else { return false }
        return verifies(Array(parsed.rawRepresentation), of: message)
    }
}

extension P256PrivateKey {
    /// Signs a message in the form used in certificates: the DER of r and s (X9.62).
    ///
    /// - Throws: ``CryptoError`` if swift-crypto fails.
    package func derSignature(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message).derRepresentation)
        } catch {
            throw CryptoError("The message could not be signed with the P-256 key.")
        }
    }
}
