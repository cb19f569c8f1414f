/// One message of the SDK's log: what it decided and why, for a developer who asks. It never holds a token, a code or a
/// password, whatever the masking is.
public struct ClientLogMessage: Sendable, Hashable {
    /// How grave a message is, and how much detail: the gravest first.
    public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// A call failed; the app has the same as an error.
        case error = 1
        /// Something that reached beyond this app, or that an app's developer may not have meant.
        case warning
        /// Something that changed stored credentials, or that failed and was got round.
        case info
        /// A decision on the way to a result.
        case verbose

        /// The graver one is less.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// How grave it is.
    public let level: Level
    /// What happened, in a sentence, masked as the app wants it.
    public let text: String
    /// The correlation id of the call, where it has one.
    public let correlationID: String?
    /// Whether ``text`` shows something of a person or an organization, which the masking let through.
    public let containsPII: Bool

    /// Makes a message.
    public init(_ level: Level, _ text: String, correlationID: String? = nil, containsPII: Bool = false) {
        self.level = level
        self.text = text
        self.correlationID = correlationID
        self.containsPII = containsPII
    }
}

/// The port through which an app listens to the SDK's log. Without one nothing is logged, and no text is made.
public typealias ClientLog = @Sendable (ClientLogMessage) -> Void
