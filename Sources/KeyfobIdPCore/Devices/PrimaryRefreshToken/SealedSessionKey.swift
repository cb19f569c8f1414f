import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// The stored session key: encrypted under a key that is derived from the primary refresh token, of which the store has
/// only a hash. A copy of the store decrypts nothing.
enum SealedSessionKey {
    private static let label = Array("keyfob sealed session key".utf8)

    static func seal(
        _ key: SessionKey, under token: Secret<String>, random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        try sealing(token).seal(key.bytes.reveal(), nonce: random.bytes(12), associatedData: label)
    }

    static func open(_ sealed: [UInt8], under token: Secret<String>) throws(CryptoError) -> SessionKey {
        let bytes = try sealing(token).open(sealed, associatedData: label)
        guard let key = SessionKey(Secret(bytes)) else { throw CryptoError("The session key has the wrong length.") }
        return key
    }

    private static func sealing(_ token: Secret<String>) throws(CryptoError) -> AESGCMKey {
        try AESGCMKey(CounterKDF.derive(key: Array(token.reveal().utf8), label: label, context: []))
    }
}
