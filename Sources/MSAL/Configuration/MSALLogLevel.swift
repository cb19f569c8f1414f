/// How much of the log a callback gets: a level and all that are more important.
#if canImport(ObjectiveC)
@objc(MSALLogLevel)
#endif
public enum MSALLogLevel: Int, Sendable {
    /// Nothing.
    case nothing
    /// What failed.
    case error
    /// What reached further than may have been meant.
    case warning
    /// What changed stored credentials, or failed and was got round.
    case info
    /// Every decision on the way to a result.
    case verbose
}

extension MSALLogLevel {
    /// The most detailed level.
    public static var last: MSALLogLevel { .verbose }
}
