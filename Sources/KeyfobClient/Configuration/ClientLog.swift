/// One message of the SDK's log: what it decided and why, for a developer who asks. It never holds a token, a code, a
/// password or a claim's value.
public struct ClientLogMessage: Sendable, Hashable {
    /// How much detail a message is. There is no level for errors: what an app must know, it gets as a result or an
    /// error.
    public enum Level: String, Sendable, Hashable {
        /// Something that reached beyond this app, and that an app's developer may not have meant.
        case warning
        /// A decision on the way to a result.
        case trace
        /// Something that changed stored credentials, or that failed and was got round.
        case debug
    }

    /// How much detail it is.
    public let level: Level
    /// What happened, in a sentence.
    public let text: String
    /// The correlation id of the call, where it has one.
    public let correlationID: String?

    /// Makes a message.
    public init(_ level: Level, _ text: String, correlationID: String? = nil) {
        self.level = level
        self.text = text
        self.correlationID = correlationID
    }
}

/// The port through which an app listens to the SDK's log. Without one nothing is logged, and no text is made.
public typealias ClientLog = @Sendable (ClientLogMessage) -> Void
