// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those that apps use.

/// The detail of ADAL's log.
#if canImport(ObjectiveC)
@objc(ADAL_LOG_LEVEL)
#endif
public enum ADAL_LOG_LEVEL: UInt32, Sendable {
    /// Nothing.
    case noLog = 0
    /// Failures.
    case error = 1
    /// Unexpected conditions.
    case warn = 2
    /// Decisions.
    case info = 3
    /// Everything.
    case verbose = 4
}

/// Nothing is logged.
public let ADAL_LOG_LEVEL_NO_LOG = ADAL_LOG_LEVEL.noLog
/// Failures are logged.
public let ADAL_LOG_LEVEL_ERROR = ADAL_LOG_LEVEL.error
/// Unexpected conditions are logged too.
public let ADAL_LOG_LEVEL_WARN = ADAL_LOG_LEVEL.warn
/// Decisions are logged too.
public let ADAL_LOG_LEVEL_INFO = ADAL_LOG_LEVEL.info
/// Everything is logged.
public let ADAL_LOG_LEVEL_VERBOSE = ADAL_LOG_LEVEL.verbose
/// The last of the levels.
public let ADAL_LOG_LAST = ADAL_LOG_LEVEL.verbose
