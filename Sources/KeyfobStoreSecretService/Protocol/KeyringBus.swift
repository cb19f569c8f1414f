import KeyfobDBus

/// Which keyring to speak to: the one on a session bus, looked for when it is needed and not before.
struct KeyringBus: Sendable {
    /// Seconds that connecting, and each call, may take. A keyring that asks nobody answers in milliseconds; a store's
    /// other openers wait 10 s for a key that is being made.
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

    /// Opens a session with the keyring; it ends with the value that is returned.
    ///
    /// Every operation has a session of its own: nothing is held that could be gone the next time.
    func open() throws(KeyringFailure) -> KeyringSession {
        guard let address = DBusAddress(sessionOf: environment) else { throw .noBus }
        guard address.isLocal else { throw .remoteBus }
        do throws(DBusError) {
            let connection = try DBusConnection(address, timeoutSeconds: timeoutSeconds)
            return try KeyringSession(connection, startsKeyring: startsKeyring)
        } catch {
            throw KeyringFailure(error)
        }
    }
}
