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
