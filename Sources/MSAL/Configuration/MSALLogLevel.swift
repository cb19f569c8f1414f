/// The detail of the log that a callback gets: a level and all that are more important.
#if canImport(ObjectiveC)
@objc(MSALLogLevel)
#endif
public enum MSALLogLevel: Int, Sendable {
    /// Nothing.
    case nothing
    /// Failures.
    case error
    /// Operations that reached further than may have been intended.
    case warning
    /// Changes of stored credentials, and failures that were worked around.
    case info
    /// Every decision on the way to a result.
    case verbose
}

extension MSALLogLevel {
    /// The most detailed level.
    public static var last: MSALLogLevel { .verbose }
}
