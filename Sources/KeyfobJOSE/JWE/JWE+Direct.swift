package import KeyfobCore
import KeyfobCrypto

/// Messages encrypted with a key that both sides already have (`dir`, RFC 7518 section 4.5).
extension JWE {
    private static let direct = "dir"

    /// Encrypts a message with a key that the recipient already has.
    ///
    /// - Parameters:
    ///   - plain: the message.
    ///   - header: further header members, such as `ctx`.
    ///   - key: 32 bytes.
    ///   - initializationVector: 12 bytes with which the key was never used.
    /// - Returns: the compact serialisation.
    /// - Throws: ``JOSEError`` if the key or vector has another length.
    package static func seal(
        _ plain: [UInt8], header: [String: JSONValue] = [:], key: [UInt8], initializationVector: [UInt8]
    ) throws(JOSEError) -> String {
        var header = header
        header["alg"] = .string(direct)
        return try seal(
            plain, header: header, encryptedKey: [], contentKey: key, initializationVector: initializationVector)
    }

    /// Checks and decrypts a message with a shared key.
    ///
    /// - Throws: ``JOSEError`` if the message is of another kind, contains a key, or was changed.
    package func open(key: [UInt8]) throws(JOSEError) -> [UInt8] {
        try checkDirect()
        return try open(contentKey: key)
    }

    /// Decrypts a message with a shared key, in the form of the standard or in the one recorded from Entra ID: a vector
    /// of 16 bytes, no tag, AES-256-CBC, whatever `enc` is. The tag's length determines the form.
    ///
    /// The second form is not authenticated: the content can be trusted only if the channel, or a signature inside,
    /// protects it.
    ///
    /// - Throws: ``JOSEError`` if the message has neither form, is of another kind, or cannot be decrypted.
    package func openAlsoUnauthenticated(key: [UInt8]) throws(JOSEError) -> [UInt8] {
        guard tag.isEmpty else { return try open(key: key) }
        try checkDirect()
        guard key.count == 32 else { throw JOSEError("A key for A256GCM has 32 bytes.") }
        do {
            return try AESCBCKey(key).decrypt(ciphertext, vector: initializationVector)
        } catch {
            throw JOSEError(error)
        }
    }

    /// Writes the unauthenticated form recorded from Entra ID, for a server that imitates it.
    ///
    /// - Parameters:
    ///   - plain: the message.
    ///   - header: further header members, such as `ctx`.
    ///   - key: 32 bytes.
    ///   - initializationVector: 16 unpredictable bytes.
    /// - Throws: ``JOSEError`` if the key or vector has another length.
    package static func sealUnauthenticated(
        _ plain: [UInt8], header: [String: JSONValue] = [:], key: [UInt8], initializationVector: [UInt8]
    ) throws(JOSEError) -> String {
        var header = header
        header["alg"] = .string(direct)
        header["enc"] = .string(contentAlgorithm)
        guard key.count == 32 else { throw JOSEError("A key for A256GCM has 32 bytes.") }
        do {
            let ciphertext = try AESCBCKey(key).encrypt(plain, vector: initializationVector)
            let first = Base64URL.encode(JSONValue.object(header).bytes())
            return "\(first)..\(Base64URL.encode(initializationVector)).\(Base64URL.encode(ciphertext))."
        } catch {
            throw JOSEError(error)
        }
    }

    private func checkDirect() throws(JOSEError) {
        guard algorithm == Self.direct, encryptedKey.isEmpty else {
            throw JOSEError("The encrypted message is not encrypted with a shared key.")
        }
    }
}
