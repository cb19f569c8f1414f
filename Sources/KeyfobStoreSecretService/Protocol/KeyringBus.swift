import KeyfobDBus

/// The keyring on a session bus, connected to when it is needed.
struct KeyringBus: Sendable {
    /// The seconds that connecting, and each call, may take. A keyring without a prompt replies in milliseconds; other
    /// openers of a store wait 10 s for a key that is being made.
    static let timeoutSeconds = 5.0

    private let environment: [String: String]
    /// Whether the bus may start the keyring if it is not running.
    let startsKeyring: Bool
    private let timeoutSeconds: Double

    init(environment: [String: String], startsKeyring: Bool, timeoutSeconds: Double = timeoutSeconds) {
        self.environment = environment
        self.startsKeyring = startsKeyring
        self.timeoutSeconds = timeoutSeconds
    }

    /// Opens a session with the keyring, which ends with the returned value.
    ///
    /// Every operation opens a session, so that none can be stale.
    func open() throws(KeyringError) -> KeyringSession {
        guard let address = DBusAddress(sessionOf: environment) else { throw .noBus }
        guard address.isLocal else { throw .remoteBus }
        do throws(DBusError) {
            let connection = try DBusConnection(address, timeoutSeconds: timeoutSeconds)
            return try KeyringSession(connection, startsKeyring: startsKeyring)
        } catch {
            throw KeyringError(error)
        }
    }
}

/// Names of the Secret Service API (freedesktop.org, "Secret Service API Draft 0.2").
enum SecretServiceNames {
    static let bus = "org.freedesktop.secrets"
    static let root = "/org/freedesktop/secrets"
    static let service = "org.freedesktop.Secret.Service"
    static let collection = "org.freedesktop.Secret.Collection"
    static let item = "org.freedesktop.Secret.Item"
    static let prompt = "org.freedesktop.Secret.Prompt"
    /// Not an object: the path that means "none", for example no prompt.
    static let nothing = "/"
    /// The attribute of `libsecret` that contains the kind of an item.
    static let schema = "xdg:schema"
    static let isLocked = "org.freedesktop.Secret.Error.IsLocked"
}
