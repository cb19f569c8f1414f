public import KeyfobCore
import KeyfobCrypto
public import KeyfobJOSE

/// The key that a device and the provider share beside a primary refresh token.
///
/// It never signs by itself: each message is under a key derived from it (MS-OAPXBC section 3.2.5.1.3.1). The primary
/// refresh token without it is worth nothing.
public struct SessionKey: Sendable, Hashable {
    /// How a message's key is derived.
    public enum Derivation: Int, Sendable, Hashable, CaseIterable {
        /// Of the context alone.
        case context = 1
        /// Of the context and of the message (`kdf_ver` 2): a key made for one message is worth nothing for another.
        case contextAndPayload = 2
    }

    private static let label = Array("AzureAD-SecureConversation".utf8)

    private let secret: Secret<[UInt8]>

    /// Makes a key of its bytes.
    ///
    /// - Returns: nil unless there are 32 bytes.
    public init?(_ bytes: Secret<[UInt8]>) {
        guard bytes.reveal().count == 32 else { return nil }
        secret = bytes
    }

    /// The key's bytes, for whoever keeps it.
    public var bytes: Secret<[UInt8]> { secret }

    /// The key of a message whose key is derived of the context alone.
    ///
    /// - Parameter context: random bytes that stand in the message's header as `ctx`.
    /// - Returns: 32 bytes.
    public func derivedKey(context: [UInt8]) -> Secret<[UInt8]> {
        Secret(CounterKDF.derive(key: secret.reveal(), label: Self.label, context: context))
    }

    /// The key of a message by ``Derivation/contextAndPayload``.
    ///
    /// - Parameters:
    ///   - context: random bytes that stand in the message's header as `ctx`.
    ///   - payload: the message.
    /// - Returns: 32 bytes.
    public func derivedKey(context: [UInt8], payload: [UInt8]) -> Secret<[UInt8]> {
        derivedKey(context: Digest.sha256(context + payload))
    }
}

extension SessionKey {
    /// Signs a message (`HS256` under a derived key, header `ctx` and, with version 2, `kdf_ver`).
    ///
    /// - Parameters:
    ///   - claims: the message.
    ///   - random: makes the context, 24 bytes.
    ///   - derivation: how the key is derived; version 2 unless the provider is known not to understand it.
    /// - Returns: the compact JWT.
    public func sign(
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

    /// Checks that a message was signed with this key, by the derivation that its header names.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - accepted: the derivations that are taken; every one unless it is said otherwise.
    /// - Throws: `JOSEError` if the header has no context of 16 to 64 bytes, names another derivation or algorithm, or
    ///   the message was signed with another key.
    public func verify(
        _ message: JWS, accepting accepted: Set<Derivation> = Set(Derivation.allCases)
    ) throws(JOSEError) {
        guard let context = message.header["ctx"]?.stringValue.flatMap(Base64.decode),
            (16...64).contains(context.count)
        else { throw JOSEError("The message names no context from which its key could be derived.") }
        let derivation: Derivation?
        switch message.header["kdf_ver"] {
        case nil: derivation = .context
        case .some(let version):
            derivation = version.integerValue.flatMap { Int(exactly: $0) }.flatMap(Derivation.init(rawValue:))
        }
        if let derivation, !accepted.contains(derivation) {
            throw JOSEError("The message's key is derived in a way that is not accepted here (kdf_ver).")
        }
        switch derivation {
        case .context: try message.verify(secret: derivedKey(context: context).reveal())
        case .contextAndPayload:
            try message.verify(secret: derivedKey(context: context, payload: message.payload).reveal())
        case nil: throw JOSEError("The message's key is derived in a way that Keyfob does not know.")
        }
    }
}

extension SessionKey {
    /// Encrypts an answer for the device (`dir` and `A256GCM` under a derived key, header `ctx`).
    ///
    /// - Throws: `JOSEError` if the library below fails.
    public func seal(_ plain: [UInt8], random: any RandomSource) throws(JOSEError) -> String {
        let context = random.bytes(24)
        return try JWE.seal(
            plain, header: ["ctx": .string(Base64.encode(context)), "kid": "session"],
            key: derivedKey(context: context).reveal(), initializationVector: random.bytes(12))
    }

    /// Encrypts an answer as Entra ID was recorded to: `A256GCM` in the header, but AES-256-CBC and no tag.
    ///
    /// - Throws: `JOSEError` if the library below fails.
    public func sealUnauthenticated(_ plain: [UInt8], random: any RandomSource) throws(JOSEError) -> String {
        let context = random.bytes(24)
        return try JWE.sealUnauthenticated(
            plain, header: ["ctx": .string(Base64.encode(context)), "kid": "session"],
            key: derivedKey(context: context).reveal(), initializationVector: random.bytes(16))
    }

    /// Decrypts an answer of the provider's, in either form.
    ///
    /// The form without a tag is as trustworthy as the TLS connection that it came by.
    ///
    /// - Throws: `JOSEError` if it is no such message, names no context, or is under another key.
    public func open(_ compact: String) throws(JOSEError) -> [UInt8] {
        let message = try JWE(compact: compact)
        guard let context = message.header["ctx"]?.stringValue.flatMap(Base64.decode),
            (16...64).contains(context.count)
        else { throw JOSEError("The answer names no context from which its key could be derived.") }
        return try message.openAlsoUnauthenticated(key: derivedKey(context: context).reveal())
    }
}
