// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those that apps use.
import Foundation

/// The detail of ADAL's log.
#if canImport(ObjectiveC)
@objc(ADAL_LOG_LEVEL)
#endif
public enum ADAL_LOG_LEVEL: UInt32, Sendable {
    /// Nothing.
    #if canImport(ObjectiveC)
    @objc(ADAL_LOG_LEVEL_NO_LOG)
    #endif
    case noLog = 0
    /// Failures.
    #if canImport(ObjectiveC)
    @objc(ADAL_LOG_LEVEL_ERROR)
    #endif
    case error = 1
    /// Unexpected conditions.
    #if canImport(ObjectiveC)
    @objc(ADAL_LOG_LEVEL_WARN)
    #endif
    case warn = 2
    /// Decisions.
    #if canImport(ObjectiveC)
    @objc(ADAL_LOG_LEVEL_INFO)
    #endif
    case info = 3
    /// Everything.
    #if canImport(ObjectiveC)
    @objc(ADAL_LOG_LEVEL_VERBOSE)
    #endif
    case verbose = 4

    /// The value with a number, as Objective-C has it; another number is ``verbose``.
    public init(_ rawValue: UInt32) { self.init(rawValue: rawValue) }

    /// The value with a number, as Objective-C has it; another number is ``verbose``.
    public init(rawValue: UInt32) {
        switch rawValue {
        case 0: self = .noLog
        case 1: self = .error
        case 2: self = .warn
        case 3: self = .info
        default: self = .verbose
        }
    }
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
