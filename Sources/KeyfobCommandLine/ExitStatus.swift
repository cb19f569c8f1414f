#if Server
public import KeyfobCore

/// With what `keyfob` exits: part of its contract, so that a script can act on it.
///
/// A command that has said all that there is to say throws its status.
public enum ExitStatus: Int32, Error {
    /// What was asked for is done.
    case done = 0
    /// It failed; trying again may help.
    case failed = 1
    /// The command was used wrongly.
    case wrongUse = 2
    /// A person has to sign in: `keyfob login`.
    case interactionRequired = 3
    /// The configuration is wrong, or the store's key is out of reach: trying again does not help.
    case configuration = 4

    /// The status for an error of the SDK.
    public init(_ error: AuthError) {
        self =
            switch error.code {
            case .interactionRequired: .interactionRequired
            case .configuration, .storeLocked: .configuration
            case .ambiguousAccount: .wrongUse
            default: .failed
            }
    }
}
#endif
