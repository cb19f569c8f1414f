public import Foundation
import KeyfobClient
import Synchronization

/// Gets a message: its level, its text, and whether it contains personal data.
public typealias ADLoggerCallback = (ADAL_LOG_LEVEL, String, Bool) -> Void
/// The older form: level, text, more text, an error code and its additional information.
public typealias LogCallback = (ADAL_LOG_LEVEL, String, String?, Int, [AnyHashable: Any]?) -> Void

/// ADAL's log, one for the process.
///
/// No message contains a token, a code or a password. Nothing is printed unless ``setNSLogging(_:)`` enables it.
#if canImport(ObjectiveC)
@objc(ADLogger)
#endif
// Without state; a subclass is responsible for its own properties.
open class ADLogger: NSObject, @unchecked Sendable {
    private struct State: Sendable {
        var level = ADAL_LOG_LEVEL.error
        var isPiiEnabled = false
        var prints = false
        var callback: (@Sendable (ADAL_LOG_LEVEL, String, Bool) -> Void)?
        var olderCallback: (@Sendable (ADAL_LOG_LEVEL, String, String?, Int, [AnyHashable: Any]?) -> Void)?
    }

    private static let state = Mutex(State())

    /// Makes an object of no use: every function is the class's.
    public override init() { super.init() }

    /// Sets the level of the log; `ADAL_LOG_LEVEL_ERROR` unless set.
    #if canImport(ObjectiveC)
    @objc(setLevel:)
    #endif
    open class func setLevel(_ logLevel: ADAL_LOG_LEVEL) { state.withLock { $0.level = logLevel } }

    /// The level of the log.
    #if canImport(ObjectiveC)
    @objc(getLevel)
    #endif
    open class func getLevel() -> ADAL_LOG_LEVEL { state.withLock { $0.level } }

    /// Sets whether messages may contain personal data; false unless set.
    #if canImport(ObjectiveC)
    @objc(setPiiEnabled:)
    #endif
    open class func setPiiEnabled(_ piiEnabled: Bool) { state.withLock { $0.isPiiEnabled = piiEnabled } }

    /// Whether messages may contain personal data.
    #if canImport(ObjectiveC)
    @objc(getPiiEnabled)
    #endif
    open class func getPiiEnabled() -> Bool { state.withLock { $0.isPiiEnabled } }

    /// Sets the callback that gets the messages; nil for none.
    #if canImport(ObjectiveC)
    @objc(setLoggerCallback:)
    #endif
    @preconcurrency
    open class func setLoggerCallback(_ callback: (@Sendable (ADAL_LOG_LEVEL, String, Bool) -> Void)?) {
        state.withLock { $0.callback = callback }
    }

    /// Sets the callback that gets the messages in the older form; nil for none.
    #if canImport(ObjectiveC)
    @objc(setLogCallBack:)
    #endif
    @available(*, deprecated, message: "Use setLoggerCallback(_:) instead.")
    @preconcurrency
    open class func setLogCallBack(
        _ callback: (@Sendable (ADAL_LOG_LEVEL, String, String?, Int, [AnyHashable: Any]?) -> Void)?
    ) {
        state.withLock { $0.olderCallback = callback }
    }

    /// Sets whether messages go to the system's log, or to standard error.
    #if canImport(ObjectiveC)
    @objc(setNSLogging:)
    #endif
    open class func setNSLogging(_ nslogging: Bool) { state.withLock { $0.prints = nslogging } }

    /// Whether messages go to the system's log; false unless set.
    #if canImport(ObjectiveC)
    @objc(getNSLogging)
    #endif
    open class func getNSLogging() -> Bool { state.withLock { $0.prints } }

    static func write(
        _ level: ADAL_LOG_LEVEL, _ text: @autoclosure () -> String, containsPii: Bool = false, errorCode: Int = 0
    ) {
        let state = state.withLock { $0 }
        guard level != .noLog, level.rawValue <= state.level.rawValue, state.isPiiEnabled || !containsPii,
            state.callback != nil || state.olderCallback != nil || state.prints
        else { return }
        let text = text()
        state.callback?(level, text, containsPii)
        state.olderCallback?(level, text, nil, errorCode, nil)
        if state.prints { NSLog("%@", "ADAL: \(text)") }
    }

    /// The options of ADAL's listeners, which are read for each message: level and masking may be set at any time.
    static var options: LogOptions {
        let state = state.withLock { $0 }
        let hasReceiver = state.callback != nil || state.olderCallback != nil || state.prints
        return LogOptions(
            level: hasReceiver ? state.level.core : nil, masking: state.isPiiEnabled ? .secretsOnly : .allPII)
    }

    /// Logs a message of the client as one of ADAL's.
    static func forward(_ message: ClientLogMessage, component: String?) {
        let level: ADAL_LOG_LEVEL =
            switch message.level {
            case .error: .error
            case .warning: .warn
            case .info: .info
            case .verbose: .verbose
            }
        let place = [component, message.correlationID].compactMap { $0 }.joined(separator: " ")
        write(
            level, place.isEmpty ? message.text : "[\(place)] \(message.text)", containsPii: message.containsPII)
    }
}

extension ADAL_LOG_LEVEL {
    /// The least important messages that are logged; nil for none.
    fileprivate var core: ClientLogMessage.Level? {
        switch self {
        case .noLog: nil
        case .error: .error
        case .warn: .warning
        case .info: .info
        case .verbose: .verbose
        }
    }
}
