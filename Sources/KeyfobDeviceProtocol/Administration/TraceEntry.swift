public import KeyfobCore

/// An event on the device. URLs are cut to scheme and host: a trace contains no secret.
public struct TraceEntry: Sendable, Hashable {
    /// The kind of an event.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An app was installed; and it was removed.
        case installed, uninstalled
        /// A process was started; and it ended.
        case launched, ended
        /// A connection was made; one was refused, with the reason in `outcome`.
        case connected, refused
        /// `canOpenURL`; `outcome` is `yes`, `no` (no app owns the scheme) or `not_declared`.
        case canOpenURL = "can_open_url"
        /// A URL was opened; `other` is the receiver, `outcome` the reason if there is none.
        case openURL = "open_url"
        /// A URL reached its receiver, `app`; `other` is the `sourceApplication` that it got.
        case deliveredURL = "delivered_url"
        /// An app came to the front, or left it.
        case foreground, background
        /// Single sign-on was requested.
        case signOn = "sign_on"
        /// The extension's window was shown over `other`.
        case signOnShown = "sign_on_shown"
        /// The extension has responded.
        case signOnAnswered = "sign_on_answered"
        /// A request to the extension was cancelled.
        case signOnCancelled = "sign_on_cancelled"
        /// The keychain was accessed; `outcome` is the result.
        case keychain
        /// The device was locked, unlocked, restarted.
        case locked, unlocked, restarted
        /// The device's clock was moved; `subject` is the new offset from the machine's, in seconds.
        case clock
        /// An app sent a malformed message.
        case malformed
    }

    /// Counts up from 1.
    public var number: Int64
    /// The kind of the event.
    public var kind: Kind
    /// The app that did it, or that it happened to.
    public var app: String?
    /// The other app in it.
    public var other: String?
    /// The URL's scheme and host, an operation's name, an access group.
    public var subject: String?
    /// The outcome.
    public var outcome: String?

    /// Makes an entry.
    public init(
        number: Int64, kind: Kind, app: String? = nil, other: String? = nil, subject: String? = nil,
        outcome: String? = nil
    ) {
        self.number = number
        self.kind = kind
        self.app = app
        self.other = other
        self.subject = subject
        self.outcome = outcome
    }

    /// The entry as JSON, for programs.
    public var json: JSONValue {
        let members: [String: JSONValue?] = [
            "number": .integer(number), "kind": .string(kind.rawValue), "app": app.map { .string($0) },
            "other": other.map { .string($0) }, "subject": subject.map { .string($0) },
            "outcome": outcome.map { .string($0) },
        ]
        return .object(members.compactMapValues { $0 })
    }

    /// The entry as one line, for people: number, kind, apps, subject and outcome. What an app chose is one word, or in
    /// quotation marks, so that it can neither begin another line nor take the place of what follows.
    package var text: String {
        let words = ["\(number)", kind.rawValue, app ?? "-"].map(TerminalText.word)
        let rest = [
            other.map { "(\(TerminalText.word($0)))" }, subject.map(TerminalText.word), outcome.map(TerminalText.name),
        ]
        return (words + rest.compactMap { $0 }).joined(separator: " ")
    }

    init(json: JSONValue) throws(DeviceError) {
        let fields = try DeviceFields(json)
        self.init(
            number: try fields.number("number"), kind: try fields.choice("kind"), app: try fields.textIfAny("app"),
            other: try fields.textIfAny("other"), subject: try fields.textIfAny("subject"),
            outcome: try fields.textIfAny("outcome"))
    }
}
