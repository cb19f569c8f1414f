/// Which data of users and organizations a log may contain. It never contains secrets.
public enum LogMasking: String, Sendable, Hashable, CaseIterable {
    /// Nothing: names, identifiers and tenants are masked.
    case allPII
    /// Organizations and their tenants, but no users: names and the identifiers of accounts are masked.
    case endUsers
    /// Everything but secrets.
    case secretsOnly
}

/// The log level and masking of an application.
public struct LogOptions: Sendable, Hashable {
    /// The least severe messages that are still logged; nil logs nothing.
    public var level: ClientLogMessage.Level?
    /// Which data they may contain.
    public var masking: LogMasking

    /// Makes options.
    public init(level: ClientLogMessage.Level? = .verbose, masking: LogMasking = .allPII) {
        self.level = level
        self.masking = masking
    }
}

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
