#if Server
package import KeyfobClient
package import KeyfobCore

/// What a command does, on standard error, for the person who runs it: the SDK's log and, with `--trace`, each request
/// and response. It contains no secret and no user name.
package struct DiagnosticLog: Sendable {
    /// How much is shown.
    package enum Level: String, Sendable {
        /// The SDK's decisions.
        case verbose
        /// Those, and all requests and responses.
        case trace
    }

    private let level: Level?
    private let start = ContinuousClock.now

    /// Makes a log; nil shows nothing.
    package init(_ level: Level?) { self.level = level }

    /// Makes the log that `KEYFOB_LOG` asks for.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if it is neither `verbose` nor `trace`.
    package init(environment: [String: String]) throws(AuthError) {
        guard let wish = environment["KEYFOB_LOG"], !wish.isEmpty else {
            self.init(nil)
            return
        }
        guard let level = Level(rawValue: wish) else {
            throw .wrongUse("KEYFOB_LOG is '\(Output.name(wish))'.", remedy: "Set it to verbose or trace, or unset it.")
        }
        self.init(level)
    }

    /// Whether anything is shown.
    package var isOn: Bool { level != nil }

    /// Whether requests and responses are shown.
    package var isTracing: Bool { level == .trace }

    /// Receives the SDK's log; nil if nothing is shown.
    package var client: ClientLog? {
        guard level != nil else { return nil }
        return { message in
            let kind = message.level <= .warning ? "\(message.level): " : ""
            write(kind + Output.name(message.text))
        }
    }

    /// Writes lines, the first one with the seconds since the command began.
    package func write(_ text: @autoclosure () -> String) {
        guard level != nil else { return }
        let time = start.duration(to: .now)
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        let digits = String(milliseconds % 1000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        Output.note("[\(milliseconds / 1000).\(fraction)] \(text())")
    }
}
#endif
