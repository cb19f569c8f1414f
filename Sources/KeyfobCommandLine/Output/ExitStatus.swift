#if Server
package import KeyfobCore

/// The exit statuses of `keyfob`, which scripts may rely on.
///
/// A command throws its status when it has already written its output.
package enum ExitStatus: Int32, Error {
    /// The command is done.
    case done = 0
    /// The command failed; trying again may help.
    case failed = 1
    /// The command was used wrongly.
    case wrongUse = 2
    /// A user has to sign in: `keyfob login`.
    case interactionRequired = 3
    /// The configuration is wrong, or the store's key is out of reach: trying again does not help.
    case configuration = 4

    /// The status for an error of the SDK.
    package init(_ error: AuthError) {
        self =
            switch error.code {
            case .interactionRequired: .interactionRequired
            case .configuration, .storeLocked: .configuration
            case .ambiguousAccount, .wrongUse: .wrongUse
            default: .failed
            }
    }
}
#endif
