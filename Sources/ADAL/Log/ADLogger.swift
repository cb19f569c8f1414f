public import Foundation
import KeyfobBackport
import KeyfobClient

/// Gets a message: its level, its text, and whether it contains personal data.
public typealias ADLoggerCallback = @Sendable (ADAL_LOG_LEVEL, String, Bool) -> Void
/// The older form: level, text, more text, an error code and its additional information.
public typealias LogCallback = @Sendable (ADAL_LOG_LEVEL, String, String?, Int, [String: Any]?) -> Void

/// ADAL's log, one for the process.
///
/// No message contains a token, a code or a password. Nothing is printed unless ``setNSLogging(_:)`` enables it.
#if canImport(ObjectiveC)
@objc(ADLogger)
#endif
public final class ADLogger: NSObject, Sendable {
    private struct State: Sendable {
        var level = ADAL_LOG_LEVEL.error
        var isPiiEnabled = false
        var prints = false
        var callback: ADLoggerCallback?
        var olderCallback: LogCallback?
    }

    private static let state = Mutex(State())

    private override init() { super.init() }

    /// Sets the level of the log; `ADAL_LOG_LEVEL_ERROR` unless set.
    #if canImport(ObjectiveC)
    @objc(setLevel:)
    #endif
    public static func setLevel(_ logLevel: ADAL_LOG_LEVEL) { state.withLock { $0.level = logLevel } }

    /// The level of the log.
    #if canImport(ObjectiveC)
    @objc(getLevel)
    #endif
    public static func getLevel() -> ADAL_LOG_LEVEL { state.withLock { $0.level } }

    /// Sets whether messages may contain personal data; false unless set.
    #if canImport(ObjectiveC)
    @objc(setPiiEnabled:)
    #endif
    public static func setPiiEnabled(_ piiEnabled: Bool) { state.withLock { $0.isPiiEnabled = piiEnabled } }

    /// Whether messages may contain personal data.
    #if canImport(ObjectiveC)
    @objc(getPiiEnabled)
    #endif
    public static func getPiiEnabled() -> Bool { state.withLock { $0.isPiiEnabled } }

    /// Sets the callback that gets the messages; nil for none.
    #if canImport(ObjectiveC)
    @objc(setLoggerCallback:)
    #endif
    @preconcurrency
    public static func setLoggerCallback(_ callback: ADLoggerCallback?) { state.withLock { $0.callback = callback } }

    /// Sets the callback that gets the messages in the older form; nil for none.
    #if canImport(ObjectiveC)
    @objc(setLogCallBack:)
    #endif
    @available(*, deprecated, message: "Use setLoggerCallback(_:) instead.")
    @preconcurrency
    public static func setLogCallBack(_ callback: LogCallback?) { state.withLock { $0.olderCallback = callback } }

    /// Sets whether messages go to the system's log, or to standard error.
    #if canImport(ObjectiveC)
    @objc(setNSLogging:)
    #endif
    public static func setNSLogging(_ nslogging: Bool) { state.withLock { $0.prints = nslogging } }

    /// Whether messages go to the system's log; false unless set.
    #if canImport(ObjectiveC)
    @objc(getNSLogging)
    #endif
    public static func getNSLogging() -> Bool { state.withLock { $0.prints } }

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
