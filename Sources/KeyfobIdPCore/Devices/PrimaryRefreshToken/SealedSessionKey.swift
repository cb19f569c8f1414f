import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// The session key as it is kept: encrypted under a key that only the primary refresh token yields, of which the store
/// has no more than a hash. A copy of the store opens nothing.
enum SealedSessionKey {
    private static let label = Array("keyfob sealed session key".utf8)

    static func seal(
        _ key: SessionKey, under token: Secret<String>, random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        try sealing(token).seal(key.bytes.reveal(), nonce: random.bytes(12), associatedData: label)
    }

    static func open(_ sealed: [UInt8], under token: Secret<String>) throws(CryptoError) -> SessionKey {
        let bytes = try sealing(token).open(sealed, associatedData: label)
        guard let key = SessionKey(Secret(bytes)) else { throw CryptoError("The session key is not whole.") }
        return key
    }

    private static func sealing(_ token: Secret<String>) throws(CryptoError) -> AESGCMKey {
        try AESGCMKey(CounterKDF.derive(key: Array(token.reveal().utf8), label: label, context: []))
    }
}
