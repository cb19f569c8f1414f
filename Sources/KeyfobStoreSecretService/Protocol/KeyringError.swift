import KeyfobCore
import KeyfobDBus

/// A failed operation of the keyring.
enum KeyringError: Error {
    /// This process has no session bus.
    case noBus
    /// The session bus is not a socket of this machine, so secrets would be sent over a network.
    case remoteBus
    /// The keyring or the item is locked.
    case locked
    /// There is no default keyring, or only one that is discarded when the session ends.
    case noCollection
    /// The reply of the keyring violates the specification.
    case malformed
    /// The bus or the keyring failed.
    case bus(DBusError)

    init(_ error: DBusError) { self = error.name == SecretServiceNames.isLocked ? .locked : .bus(error) }

    /// The reason, as the second half of a sentence.
    var reason: String {
        switch self {
        case .noBus:
            "this process has no session bus: DBUS_SESSION_BUS_ADDRESS is not set and XDG_RUNTIME_DIR has no bus"
        case .remoteBus: "the session bus is not a socket of this machine"
        case .locked: "the keyring is locked"
        case .noCollection: "it has no default keyring that lasts"
        case .malformed: "its reply cannot be understood"
        case .bus(let error): "it does not answer: \(error)"
        }
    }

    /// The remedy for the user.
    var remedy: String {
        switch self {
        case .locked: "Unlock the login keyring and try again; you need not sign in again."
        case .noCollection: "Make a default keyring, or keep the key in a file: keyfob doctor --rekey file."
        case .noBus, .remoteBus, .malformed, .bus:
            "Run this inside the desktop session whose keyring has the key; you need not sign in again."
        }
    }

    /// The error for the user of a store.
    ///
    /// - Parameter what: the first half of the sentence.
    func error(_ what: String) -> AuthError {
        var cause: (any Error)?
        if case .bus(let error) = self { cause = error }
        return AuthError(
            .storeLocked, origin: .store, message: "\(what), and \(reason).", remedy: remedy, cause: cause)
    }
}
