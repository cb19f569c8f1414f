import KeyfobCache
package import KeyfobCore
package import KeyfobCrypto

/// Sealing keys in the desktop's keyring, by the Secret Service API: one item for each key, in the default keyring.
///
/// It protects secrets on the disk and in a backup of all the user's files, and from all processes while the keyring is
/// locked. It does not protect them from other processes in the user's session while it is unlocked.
///
/// Items have the attributes `xdg:schema` = `org.keyfob.SealingKey` and `id`; the secret is the key's 64 hexadecimal
/// digits, so `secret-tool lookup xdg:schema org.keyfob.SealingKey id ID` shows what has to be backed up. No prompt is
/// ever shown.
package struct SecretServiceSealingKey: SealingKeyProvider {
    private static let schema = "org.keyfob.SealingKey"

    private let bus: KeyringBus
    private let random: any RandomSource

    /// Names the keyring on the session bus of an environment; loads and connects nothing yet.
    ///
    /// - Parameters:
    ///   - environment: contains `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR`.
    ///   - startsKeyring: whether the bus may start the keyring if it is not running.
    package init(
        environment: [String: String], startsKeyring: Bool = true, random: any RandomSource = SystemRandomSource()
    ) {
        bus = KeyringBus(environment: environment, startsKeyring: startsKeyring)
        self.random = random
    }

    /// Names a keyring with another timeout, for tests.
    package init(environment: [String: String], timeoutSeconds: Double) {
        bus = KeyringBus(environment: environment, startsKeyring: true, timeoutSeconds: timeoutSeconds)
        random = SystemRandomSource()
    }

    /// The same for every keyring.
    package var place: String { SealingKeyPlace.secretService.recordedName }

    /// Reads a key from the keyring.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if there is no bus or no keyring, if it is locked, or
    ///   if it does not contain the key.
    package func key(id: String) throws(AuthError) -> AESGCMKey {
        let stored = try item(id).read { $0.error(Self.what) }
        guard let stored else {
            throw Self.locked(
                "\(Self.what), which has none for this store.",
                "Open the keyring that has it, or restore it from a backup of the keyring.")
        }
        let digits =
            String(decoding: stored.reveal(), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).first ?? ""
        guard let bytes = Hex.decode(digits), bytes.count == 32, let key = try? AESGCMKey(bytes) else {
            throw Self.locked(
                "\(Self.what), and its item contains no key.", "Restore it from a backup of the keyring.")
        }
        return key
    }

    /// Makes a key and stores it in the default keyring, which has to be unlocked.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if there is no bus or no keyring, or if it is locked;
    ///   `storeUnavailable` if it has a key with that id already, or does not return the stored key.
    package func create(id: String) throws(AuthError) -> AESGCMKey {
        let item = item(id)
        guard try item.read({ $0.error(Self.what) }) == nil else {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "The Secret Service already has a key with the new id.")
        }
        let bytes = random.bytes(32)
        let digits = Secret(Array(Hex.encode(bytes).utf8))
        try item.write(digits) { $0.error(Self.what) }
        guard try item.read({ $0.error(Self.what) }) == digits, let key = try? AESGCMKey(bytes) else {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "The Secret Service does not return the new key.")
        }
        return key
    }

    /// Deletes the item of a key.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the keyring cannot be reached or is locked.
    package func remove(id: String) throws(AuthError) { try item(id).delete { $0.error(Self.what) } }

    private static let what = "The credential store's key is kept in the Secret Service"

    private func item(_ id: String) -> KeyringItem {
        let attributes = [SecretServiceNames.schema: Self.schema, "id": id]
        return KeyringItem(
            bus: bus, search: attributes, attributes: attributes, label: "Keyfob: key of a credential store")
    }

    private static func locked(_ message: String, _ remedy: String) -> AuthError {
        AuthError(.storeLocked, origin: .store, message: message, remedy: remedy + " You need not sign in again.")
    }
}
