public import KeyfobCore
public import KeyfobCrypto
public import KeyfobJOSE

extension SessionKey {
    /// Makes a new session key for a device (`session_key_jwe`).
    ///
    /// - Parameters:
    ///   - transportKey: the key that the device named when it was registered.
    ///   - random: makes the key.
    /// - Returns: the key, and the message that carries it: the message's own content key is the session key, and its
    ///   content is empty.
    /// - Throws: `JOSEError` if the library below fails.
    public static func issue(
        for transportKey: AsymmetricPublicKey, random: any RandomSource
    ) throws(JOSEError) -> (key: SessionKey, message: Secret<String>) {
        let sealed = try JWE.seal([], for: transportKey, random: random)
        guard let key = SessionKey(sealed.contentKey) else {
            throw JOSEError("The session key has not the length that it must have.")
        }
        return (key, Secret(sealed.compact))
    }

    /// Takes the session key out of the message that carries it.
    ///
    /// - Parameters:
    ///   - message: `session_key_jwe`.
    ///   - transportKey: the device's transport key.
    /// - Throws: `JOSEError` if it is no such message, or for another key.
    public init(message: Secret<String>, transportKey: AsymmetricKey) throws(JOSEError) {
        let bytes = try JWE(compact: message.reveal()).contentKey(with: transportKey)
        guard let key = SessionKey(bytes) else {
            throw JOSEError("The session key has not the length that it must have.")
        }
        self = key
    }
}
