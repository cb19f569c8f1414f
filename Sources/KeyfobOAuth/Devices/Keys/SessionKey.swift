package import KeyfobCore
import KeyfobCrypto
package import KeyfobJOSE

/// The key that a device and the provider share for a primary refresh token.
///
/// It does not sign directly: each message uses a key derived from it (MS-OAPXBC section 3.2.5.1.3.1). The primary
/// refresh token is useless without it.
package struct SessionKey: Sendable, Hashable {
    /// The derivation of a message's key.
    package enum Derivation: Int, Sendable, Hashable, CaseIterable {
        /// From the context alone.
        case context = 1
        /// From the context and the message (`kdf_ver` 2): a key derived for one message is useless for another.
        case contextAndPayload = 2
    }

    private static let label = Array("AzureAD-SecureConversation".utf8)

    private let secret: Secret<[UInt8]>

    /// Makes a key from its bytes.
    ///
    /// - Returns: nil unless there are 32 bytes.
    package init?(_ bytes: Secret<[UInt8]>) {
        guard bytes.reveal().count == 32 else { return nil }
        secret = bytes
    }

    /// The key's bytes, for storing it.
    package var bytes: Secret<[UInt8]> { secret }

    /// Returns the key of a message that is derived from the context alone.
    ///
    /// - Parameter context: the random bytes in the message's header `ctx`.
    /// - Returns: 32 bytes.
    package func derivedKey(context: [UInt8]) -> Secret<[UInt8]> {
        Secret(CounterKDF.derive(key: secret.reveal(), label: Self.label, context: context))
    }

    /// Returns the key of a message for ``Derivation/contextAndPayload``.
    ///
    /// - Parameters:
    ///   - context: the random bytes in the message's header `ctx`.
    ///   - payload: the message.
    /// - Returns: 32 bytes.
    package func derivedKey(context: [UInt8], payload: [UInt8]) -> Secret<[UInt8]> {
        derivedKey(context: Digest.sha256(context + payload))
    }
}

extension SessionKey {
    /// Signs a message (`HS256` with a derived key, header `ctx` and, with version 2, `kdf_ver`).
    ///
    /// - Parameters:
    ///   - claims: the message.
    ///   - random: the source of the context, 24 bytes.
    ///   - derivation: the derivation; version 2 unless the provider does not support it.
    /// - Returns: the compact JWT.
    package func sign(
        _ claims: [String: JSONValue], random: any RandomSource, derivation: Derivation = .contextAndPayload
    ) -> Secret<String> {
        let payload = JSONValue.object(claims).bytes()
        let context = random.bytes(24)
        var header: [String: JSONValue] = ["ctx": .string(Base64.encode(context))]
        let key: Secret<[UInt8]>
        switch derivation {
        case .context: key = derivedKey(context: context)
        case .contextAndPayload:
            key = derivedKey(context: context, payload: payload)
            header["kdf_ver"] = .integer(derivation.rawValue)
        }
        return Secret(JWS.authenticate(payload, header: header, secret: key.reveal()))
    }

    /// Verifies that a message was signed with this key, with the derivation in its header.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - accepted: the accepted derivations; all by default.
    /// - Throws: `JOSEError` if the header has no context of 16 to 64 bytes, names another derivation or algorithm, or
    ///   the message was signed with another key.
    package func verify(
        _ message: JWS, accepting accepted: Set<Derivation> = Set(Derivation.allCases)
    ) throws(JOSEError) {
        guard let context = message.header["ctx"]?.stringValue.flatMap(Base64.decode),
            (16...64).contains(context.count)
        else { throw JOSEError("The message has no context to derive its key from.") }
        let derivation: Derivation?
        switch message.header["kdf_ver"] {
        case nil: derivation = .context
        case .some(let version):
            derivation = version.integerValue.flatMap { Int(exactly: $0) }.flatMap(Derivation.init(rawValue:))
        }
        if let derivation, !accepted.contains(derivation) {
            throw JOSEError("The message's key is derived in a way that is not accepted (kdf_ver).")
        }
        switch derivation {
        case .context: try message.verify(secret: derivedKey(context: context).reveal())
        case .contextAndPayload:
            try message.verify(secret: derivedKey(context: context, payload: message.payload).reveal())
        case nil: throw JOSEError("The message's key is derived in a way that Keyfob does not support.")
        }
    }
}

extension SessionKey {
    /// Encrypts a response for the device (`dir` and `A256GCM` with a derived key, header `ctx`).
    ///
    /// - Throws: `JOSEError` if swift-crypto fails.
    package func seal(_ plain: [UInt8], random: any RandomSource) throws(JOSEError) -> String {
        let context = random.bytes(24)
        return try JWE.seal(
            plain, header: ["ctx": .string(Base64.encode(context)), "kid": "session"],
            key: derivedKey(context: context).reveal(), initializationVector: random.bytes(12))
    }

    /// Encrypts a response in the form recorded from Entra ID: `A256GCM` in the header, but AES-256-CBC and no tag.
    ///
    /// - Throws: `JOSEError` if swift-crypto fails.
    package func sealUnauthenticated(_ plain: [UInt8], random: any RandomSource) throws(JOSEError) -> String {
        let context = random.bytes(24)
        return try JWE.sealUnauthenticated(
            plain, header: ["ctx": .string(Base64.encode(context)), "kid": "session"],
            key: derivedKey(context: context).reveal(), initializationVector: random.bytes(16))
    }

    /// Decrypts a response of the provider, in either form.
    ///
    /// The form without a tag is protected only by its TLS connection.
    ///
    /// - Throws: `JOSEError` if it is not such a message, has no context, or was encrypted with another key.
    package func open(_ compact: String) throws(JOSEError) -> [UInt8] {
        let message = try JWE(compact: compact)
        guard let context = message.header["ctx"]?.stringValue.flatMap(Base64.decode),
            (16...64).contains(context.count)
        else { throw JOSEError("The response has no context to derive its key from.") }
        return try message.openAlsoUnauthenticated(key: derivedKey(context: context).reveal())
    }
}
