/// What a log may show of people and organizations. Secrets it never shows.
public enum LogMasking: String, Sendable, Hashable, CaseIterable {
    /// Nothing: names, identifiers and tenants are masked.
    case allPII
    /// Organizations and their tenants, but no person: names and the identifiers of accounts are masked.
    case endUsers
    /// Everything but secrets.
    case secretsOnly
}

/// How much an application logs. Each application has its own.
public struct LogOptions: Sendable, Hashable {
    /// The least grave messages that are still logged; nil logs nothing.
    public var level: ClientLogMessage.Level?
    /// What they may show.
    public var masking: LogMasking

    /// Makes options.
    public init(level: ClientLogMessage.Level? = .verbose, masking: LogMasking = .allPII) {
        self.level = level
        self.masking = masking
    }
}
