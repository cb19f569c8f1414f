public import KeyfobCache
public import KeyfobCore
public import KeyfobCrypto

/// Sealing keys in the desktop's keyring, by the Secret Service API: one item a key, in the default keyring.
///
/// It keeps secrets from whoever has the disk, or a backup with all of the user's files in it, and from everyone while
/// the keyring is locked. It does not keep them from other processes in the user's session while it is unlocked.
///
/// Items have the attributes `xdg:schema` = `org.keyfob.SealingKey` and `id`; the secret is the key's 64 hexadecimal
/// digits, so `secret-tool lookup xdg:schema org.keyfob.SealingKey id ID` shows what a backup has to hold. No prompt
/// is ever shown.
public struct SecretServiceSealingKey: SealingKeyProvider {
    private static let schema = "org.keyfob.SealingKey"

    private let bus: KeyringBus
    private let random: any RandomSource

    /// Names the keyring on the session bus of an environment; nothing is loaded or connected yet.
    ///
    /// - Parameters:
    ///   - environment: where `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` are looked up.
    ///   - startsKeyring: whether the bus may start the keyring if it is not running.
    public init(
        environment: [String: String], startsKeyring: Bool = true, random: any RandomSource = SystemRandomSource()
    ) {
        bus = KeyringBus(environment: environment, startsKeyring: startsKeyring)
        self.random = random
    }

    /// Names a keyring that is given up after a time of a test's choice.
    package init(environment: [String: String], timeoutSeconds: Double) {
        bus = KeyringBus(environment: environment, startsKeyring: true, timeoutSeconds: timeoutSeconds)
        random = SystemRandomSource()
    }

    /// Always the same: whichever keyring has the key.
    public var place: String { SealingKeyPlace.secretService.recordedName }

    /// Asks the keyring for a key.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if there is no bus or no keyring, if it is locked, or
    ///   if it has no such key.
    public func key(id: String) throws(AuthError) -> AESGCMKey {
        let stored = try item(id).read { $0.error(Self.what) }
        guard let stored else {
            throw Self.locked(
                "\(Self.what), which has none for this store.",
                "Open the keyring that has it, or bring it back from a backup of the keyring.")
        }
        let digits =
            String(decoding: stored.reveal(), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).first ?? ""
        guard let bytes = Hex.decode(digits), bytes.count == 32, let key = try? AESGCMKey(bytes) else {
            throw Self.locked(
                "\(Self.what), and what is there is no key.", "Bring it back from a backup of the keyring.")
        }
        return key
    }

    /// Makes a key and keeps it in the default keyring, which has to be unlocked.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if there is no bus or no keyring, or if it is locked;
    ///   `storeUnavailable` if it has a key of that id already, or does not give back what it was given.
    public func create(id: String) throws(AuthError) -> AESGCMKey {
        let item = item(id)
        guard try item.read({ $0.error(Self.what) }) == nil else {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "The Secret Service has a key of the new id already.")
        }
        let bytes = random.bytes(32)
        let digits = Secret(Array(Hex.encode(bytes).utf8))
        try item.write(digits) { $0.error(Self.what) }
        guard try item.read({ $0.error(Self.what) }) == digits, let key = try? AESGCMKey(bytes) else {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "The Secret Service does not give back the new key.")
        }
        return key
    }

    /// Deletes a key's item.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the keyring is out of reach or locked.
    public func remove(id: String) throws(AuthError) { try item(id).delete { $0.error(Self.what) } }

    private static let what = "The credential store's key is kept in the Secret Service"

    private func item(_ id: String) -> KeyringItem {
        let attributes = [SecretServiceNames.schema: Self.schema, "id": id]
        return KeyringItem(
            bus: bus, search: attributes, attributes: attributes, label: "Keyfob: key of a credential store")
    }

    private static func locked(_ message: String, _ remedy: String) -> AuthError {
        AuthError(.storeLocked, origin: .store, message: message, remedy: remedy + " Nobody needs to sign in again.")
    }
}
