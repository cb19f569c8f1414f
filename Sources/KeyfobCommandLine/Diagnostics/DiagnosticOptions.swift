#if Server
import ArgumentParser
import Foundation
package import KeyfobCore

/// The options that show what a command does: `--verbose` and `--trace`.
package struct DiagnosticOptions: ParsableArguments {
    /// `--verbose`
    @Flag(
        name: [.customShort("v"), .customLong("verbose")],
        help: "Show on standard error what is decided, and why, without secrets and user names.")
    package var isVerbose = false

    /// `--trace`
    @Flag(
        name: .customLong("trace"),
        help: ArgumentHelp(
            "Show every request and response too.",
            discussion: "KEYFOB_LOG=verbose or trace does the same where another program runs keyfob."))
    package var isTracing = false

    /// Makes options for the parser to fill.
    package init() {}

    /// The log that the options, or else `KEYFOB_LOG`, ask for.
    ///
    /// - Parameter environment: the process's environment.
    /// - Throws: `AuthError` with code `wrongUse` if `KEYFOB_LOG` has another value.
    package func log(environment: [String: String]) throws(AuthError) -> DiagnosticLog {
        if isTracing { return DiagnosticLog(.trace) }
        if isVerbose { return DiagnosticLog(.verbose) }
        return try DiagnosticLog(environment: environment)
    }
}
#endif
