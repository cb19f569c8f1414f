import KeyfobCore
import KeyfobCrypto

/// How a reply is encrypted: AES-256 in cipher block chaining, padded, its initialization vector zero, and beside it the
/// digest of what was encrypted.
///
/// This is the format that apps and brokers of Microsoft's speak, and nothing else may be made so. The digest is no
/// message authentication code, equal beginnings under one key show, and only the nonce inside ties a reply to its
/// request. ``BrokerReplyURL`` therefore checks all of digest, nonce, version and address.
enum LegacyReplyCodec {
    /// A reply as it stands in a URL.
    struct Sealed: Sendable, Hashable {
        /// `response`: base64url without padding.
        var response: String
        /// `hash`: SHA-256 of the plain text in capital hexadecimal digits.
        var hash: String
    }

    private static let vector = [UInt8](repeating: 0, count: 16)

    /// Encrypts.
    static func seal(_ plain: [UInt8], with key: BrokerKey) throws(BrokerFault) -> Sealed {
        do {
            let sealed = try AESCBCKey(key.bytes.reveal()).encrypt(plain, vector: vector)
            return Sealed(response: Base64URL.encode(sealed), hash: digest(plain))
        } catch {
            throw .decryptionFailed
        }
    }

    /// Decrypts and compares the digest.
    ///
    /// - Throws: ``BrokerFault`` `corrupted` if the text is not base64url as it would have been written,
    ///   `decryptionFailed` if it does not decrypt, `hashMismatch` if what comes out has another digest.
    static func open(_ sealed: Sealed, with key: BrokerKey) throws(BrokerFault) -> [UInt8] {
        guard let bytes = Base64URL.decode(sealed.response), !bytes.isEmpty else { throw .corrupted }
        guard let cipher = try? AESCBCKey(key.bytes.reveal()),
            let plain = try? cipher.decrypt(bytes, vector: vector)
        else { throw .decryptionFailed }
        guard ConstantTime.equal(sealed.hash, digest(plain)) else { throw .hashMismatch }
        return plain
    }

    private static func digest(_ plain: [UInt8]) -> String { Hex.encode(Digest.sha256(plain)).uppercased() }
}
