package import KeyfobCache
package import KeyfobCore
package import KeyfobCrypto

/// A file of the broker's own: a header line of JSON with its type and sealing key, then the sealed content. The line
/// is authenticated with the content, so that one file cannot replace another.
package struct SealedEnvelope {
    /// The content of an envelope.
    package enum Content: Sendable, Equatable {
        /// Accounts, keys and tokens: ``BrokerVault``.
        case vault
        /// A user's certificate with its private key, under that name.
        case certificate(name: String)
    }

    private static let version: Int64 = 1

    /// The id of the key that it is sealed with.
    package let keyID: String
    private let content: Content
    private let place: String
    private let header: [UInt8]
    private let sealed: ArraySlice<UInt8>

    /// Reads the header line.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it is malformed, is of a newer version, or names another
    ///   content.
    package init(parsing bytes: [UInt8], as content: Content) throws(AuthError) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let line = try? JSONValue(parsing: Array(bytes[..<end])),
            let version = line[content.versionMember]?.integerValue, let keyID = line["key_id"]?.stringValue,
            let place = line["place"]?.stringValue
        else { throw content.damaged }
        guard version == Self.version else {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "\(content.subject) was written by a newer version of Keyfob.", remedy: "Start that version.")
        }
        guard line["name"]?.stringValue == content.name else { throw content.damaged }
        self.content = content
        self.keyID = keyID
        self.place = place
        header = Array(bytes[...end])
        sealed = bytes[bytes.index(after: end)...]
    }

    /// The key that it is sealed with.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if it is stored in another place, or is not accessible.
    package func key(from keys: any SealingKeyProvider) throws(AuthError) -> AESGCMKey {
        guard place == keys.place else {
            throw AuthError(
                .storeLocked, origin: .store,
                message: "\(content.subject) is sealed by a key that is kept in \(place).",
                remedy: "Start the broker where that place can be reached.")
        }
        return try keys.key(id: keyID)
    }

    /// Decrypts the content.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the content or the header line was changed.
    package func open(_ key: AESGCMKey) throws(AuthError) -> [UInt8] {
        guard let plain = try? key.open(sealed, associatedData: header) else { throw content.damaged }
        return plain
    }

    /// Returns the bytes of an envelope.
    package static func seal(
        _ plain: [UInt8], as content: Content, key: AESGCMKey, keyID: String, place: String, nonce: [UInt8]
    ) throws(AuthError) -> [UInt8] {
        var line: [String: JSONValue] = [
            content.versionMember: .integer(version), "key_id": .string(keyID), "place": .string(place),
        ]
        line["name"] = content.name.map(JSONValue.string)
        let header = JSONValue.object(line).bytes() + [UInt8(ascii: "\n")]
        do {
            return header + (try key.seal(plain, nonce: nonce, associatedData: header))
        } catch {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "\(content.subject) could not be sealed.", cause: error)
        }
    }
}

extension SealedEnvelope.Content {
    fileprivate var versionMember: String {
        switch self {
        case .vault: "keyfob_vault"
        case .certificate: "keyfob_certificate"
        }
    }

    fileprivate var name: String? {
        switch self {
        case .vault: nil
        case .certificate(let name): name
        }
    }

    fileprivate var subject: String {
        switch self {
        case .vault: "The broker's vault"
        case .certificate(let name): "The certificate \(name)"
        }
    }

    /// The error for an envelope that does not open.
    var damaged: AuthError {
        let remedy =
            switch self {
            case .vault: "Restore it from a copy; or remove it by hand, and every user signs in again."
            case .certificate: "Add it to the device again: keyfob-broker certificate add."
            }
        return AuthError(
            .storeUnavailable, origin: .store,
            message: "\(subject) is damaged, or was changed by another program; nothing in it was touched.",
            remedy: remedy)
    }
}
