import KeyfobCore
import KeyfobDBus

/// Why the keyring did not do what was asked.
enum KeyringFailure: Error {
    /// This process has no session bus.
    case noBus
    /// The session bus is not a socket of this machine; what is said over it would cross a network.
    case remoteBus
    /// The keyring, or what is wanted of it, is locked.
    case locked
    /// No keyring is the default one, or only one that forgets everything when the session ends.
    case noCollection
    /// The keyring answered with something that the specification does not allow.
    case malformed
    /// The bus or the keyring failed.
    case bus(DBusError)

    init(_ error: DBusError) { self = error.name == SecretServiceNames.isLocked ? .locked : .bus(error) }

    /// What happened, as the second half of a sentence.
    var reason: String {
        switch self {
        case .noBus:
            "this process has no session bus: DBUS_SESSION_BUS_ADDRESS is not set and XDG_RUNTIME_DIR has no bus"
        case .remoteBus: "the session bus is not a socket of this machine"
        case .locked: "the keyring is locked"
        case .noCollection: "it has no default keyring that lasts"
        case .malformed: "its answer cannot be understood"
        case .bus(let error): "it does not answer: \(error)"
        }
    }

    /// What to do about it.
    var remedy: String {
        switch self {
        case .locked: "Unlock the login keyring and try again; nobody needs to sign in again."
        case .noCollection: "Make a default keyring, or keep the key in a file: keyfob doctor --rekey file."
        case .noBus, .remoteBus, .malformed, .bus:
            "Run this inside the desktop session whose keyring has the key; nobody needs to sign in again."
        }
    }

    /// The error for whoever uses a store.
    ///
    /// - Parameter what: the first half of the sentence.
    func error(_ what: String) -> AuthError {
        var cause: (any Error)?
        if case .bus(let error) = self { cause = error }
        return AuthError(
            .storeLocked, origin: .store, message: "\(what), and \(reason).", remedy: remedy, cause: cause)
    }
}
