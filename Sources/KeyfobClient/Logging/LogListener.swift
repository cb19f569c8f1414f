/// A listener to the log in addition to the environment's own, with its own options.
///
/// The options are read at each message, so that a switch for the whole process, as in the log of MSAL and of ADAL,
/// also applies to existing applications.
public struct LogListener: Sendable {
    /// The current options.
    public var options: @Sendable () -> LogOptions
    /// Receives a message, on any thread.
    public var receive: ClientLog

    /// Makes a listener.
    ///
    /// - Parameters:
    ///   - options: returns the current options; called at each message.
    ///   - receive: receives a message.
    public init(options: @escaping @Sendable () -> LogOptions, receive: @escaping ClientLog) {
        self.options = options
        self.receive = receive
    }
}
