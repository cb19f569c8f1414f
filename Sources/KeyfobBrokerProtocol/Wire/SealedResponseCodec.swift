import KeyfobCore
import KeyfobCrypto

/// The encryption of responses: AES-256 in cipher block chaining, padded, with an initialization vector of zero, and the
/// digest of the plain text.
///
/// This is the format of Microsoft's apps and brokers; nothing else may use it. The digest is no message authentication
/// code, equal prefixes under one key are visible, and only the nonce in the plain text binds a response to its request.
/// ``BrokerResponseURL`` therefore checks all of digest, nonce, version and URL.
enum SealedResponseCodec {
    /// The members of a response in a URL.
    struct Sealed: Sendable, Hashable {
        /// `response`: base64url without padding.
        var response: String
        /// `hash`: SHA-256 of the plain text in capital hexadecimal digits.
        var hash: String
    }

    private static let vector = [UInt8](repeating: 0, count: 16)

    /// Encrypts a response.
    static func seal(_ plain: [UInt8], with key: BrokerKey) throws(BrokerExchangeError) -> Sealed {
        do {
            let sealed = try AESCBCKey(key.bytes.reveal()).encrypt(plain, vector: vector)
            return Sealed(response: Base64URL.encode(sealed), hash: digest(plain))
        } catch {
            throw .decryptionFailed
        }
    }

    /// Decrypts a response and compares the digest. As Microsoft's libraries do, it accepts plain base64, too.
    ///
    /// - Throws: ``BrokerExchangeError`` `corrupted` if the text is not base64 in either alphabet, `decryptionFailed` if it
    ///   does not decrypt, `hashMismatch` if the plain text has another digest.
    static func open(_ sealed: Sealed, with key: BrokerKey) throws(BrokerExchangeError) -> [UInt8] {
        guard !Self.mixesAlphabets(sealed.response), let bytes = Base64URL.decodeAnyAlphabet(sealed.response),
            !bytes.isEmpty
        else { throw .corrupted }
        guard let cipher = try? AESCBCKey(key.bytes.reveal()),
            let plain = try? cipher.decrypt(bytes, vector: vector)
        else { throw .decryptionFailed }
        guard ConstantTime.equal(sealed.hash, digest(plain)) else { throw .hashMismatch }
        return plain
    }

    /// Whether a text has characters of both alphabets. It is refused, so that changing one character of a response does
    /// not give another spelling of the same bytes.
    private static func mixesAlphabets(_ text: String) -> Bool {
        text.contains { "+/".contains($0) } && text.contains { "-_".contains($0) }
    }

    private static func digest(_ plain: [UInt8]) -> String { Hex.encode(Digest.sha256(plain)).uppercased() }
}
