package import KeyfobCore
package import KeyfobCrypto
package import KeyfobJOSE

extension SessionKey {
    /// Makes a new session key for a device (`session_key_jwe`).
    ///
    /// - Parameters:
    ///   - transportKey: the device's transport key, from its registration.
    ///   - random: the source of the key.
    /// - Returns: the key, and the message that transports it: the session key is the message's content key, and its
    ///   content is empty.
    /// - Throws: `JOSEError` if swift-crypto fails.
    package static func issue(
        for transportKey: AsymmetricPublicKey, random: any RandomSource
    ) throws(JOSEError) -> (key: SessionKey, message: Secret<String>) {
        let sealed = try JWE.seal([], for: transportKey, random: random)
        guard let key = SessionKey(sealed.contentKey) else {
            throw JOSEError("The session key does not have 32 bytes.")
        }
        return (key, Secret(sealed.compact))
    }

    /// Takes the session key from the message that transports it.
    ///
    /// - Parameters:
    ///   - message: `session_key_jwe`.
    ///   - transportKey: the device's transport key.
    /// - Throws: `JOSEError` if it is not such a message, or is for another key.
    package init(message: Secret<String>, transportKey: AsymmetricKey) throws(JOSEError) {
        let bytes = try JWE(compact: message.reveal()).contentKey(with: transportKey)
        guard let key = SessionKey(bytes) else {
            throw JOSEError("The session key does not have 32 bytes.")
        }
        self = key
    }
}
