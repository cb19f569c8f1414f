#if Server
package import KeyfobCore

/// An error in the form that the tools print: sentences on standard error, or with `--json` a document on standard
/// output.
package struct ErrorReport {
    private var error: AuthError

    /// - Parameters:
    ///   - command: the command that failed; `login` gets other advice than to sign in.
    ///   - profile: the profile that it named.
    package init(_ error: AuthError, of command: String? = nil, profile: String? = nil) {
        self.error = error
        // The SDK's remedy names methods; the user of a tool needs a command.
        if error.code == .interactionRequired {
            self.error.remedy =
                command == "login"
                ? "The sign-in was not finished. Run the same command again; if it fails again, an administrator "
                    + "can find the reason with the server's error number and the correlation id."
                : profile.map { "Sign in with \"keyfob login \(TerminalText.name($0))\"." }
                    ?? "Sign in with \"keyfob login\" and the same client id, authority and scopes."
        }
    }

    /// The error as it is shown on standard error: one line, since a part of it may be a server's, which could add a line
    /// that looks like the tool's.
    package var text: String { LongText.cut("Error: " + Output.sentences("\(error)")) }

    init(wrongUse message: String) {
        error = AuthError(
            AuthError.Code(rawValue: "wrongUse"), origin: .app, message: message,
            remedy: "See \"keyfob help\" for the commands and their options.")
    }

    func print(asJSON: Bool) {
        guard asJSON else { return Output.warn(text) }
        Output.json(["error": json])
    }

    private var json: JSONValue {
        var members: [String: JSONValue] = [
            "code": .string(error.code.rawValue), "origin": .string(error.origin.rawValue),
            "message": .string(LongText.cut(error.message)),
        ]
        members["remedy"] = error.remedy.map { .string(LongText.cut($0)) }
        members["retryAfter"] = error.retryAfter.map { .integer(Int64(min($0.rounded(.up), 1e9))) }
        members["correlationId"] = error.correlationID.map { .string($0) }
        members["grantedScopes"] = error.grantedScopes.map { .strings($0) }
        members["declinedScopes"] = error.declinedScopes.map { .strings($0) }
        members["server"] = error.server.map { server in
            var details: [String: JSONValue] = [
                "error": .string(server.error), "codes": .array(server.codes.map { .integer($0) }),
            ]
            details["description"] = server.description.map { .string($0) }
            details["suberror"] = server.suberror.map { .string($0) }
            details["claims"] = server.claimsChallenge.map { .string($0) }
            details["traceId"] = server.traceID.map { .string($0) }
            if server.status > 0 { details["status"] = .integer(server.status) }
            return .object(details)
        }
        return .object(members)
    }
}

/// Shortens text that may contain an argument of any length.
enum LongText {
    /// The longest line that is not shortened, in characters.
    private static let limit = 1_000
    private static let kept = 300

    /// Returns the text with the middle of every overlong line removed.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > limit else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(cutLine).joined(separator: "\n")
    }

    private static func cutLine(_ line: Substring) -> String {
        let count = line.count
        guard count > limit else { return String(line) }
        return "\(line.prefix(kept)) [\(count - 2 * kept) characters] \(line.suffix(kept))"
    }
}
#endif
