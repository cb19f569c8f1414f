/// One message of the SDK's log: a decision and its reason, for developers. It never contains a token, a code or a
/// password, whatever the masking is.
public struct ClientLogMessage: Sendable, Hashable {
    /// The severity of a message; the most severe is first.
    public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// A call failed; the app gets the same as an error.
        case error = 1
        /// An effect beyond this app, or one that the app's developer may not have intended.
        case warning
        /// A change to stored credentials, or a failure that was worked around.
        case info
        /// A step towards a result.
        case verbose

        /// The more severe one is less.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// The severity.
    public let level: Level
    /// The text, a sentence, masked by the app's options.
    public let text: String
    /// The correlation id of the call, where it has one.
    public let correlationID: String?
    /// Whether ``text`` contains data of a user or an organization, which the masking let through.
    public let containsPII: Bool

    /// Makes a message.
    public init(_ level: Level, _ text: String, correlationID: String? = nil, containsPII: Bool = false) {
        self.level = level
        self.text = text
        self.correlationID = correlationID
        self.containsPII = containsPII
    }
}

/// The port through which an app receives the SDK's log. Without one nothing is logged, and no text is made.
public typealias ClientLog = @Sendable (ClientLogMessage) -> Void
