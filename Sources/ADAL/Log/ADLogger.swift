public import Foundation
import KeyfobClient
import Synchronization

/// Hears of a message: its level, its text, and whether that tells about a person.
public typealias ADLoggerCallback = @Sendable (ADAL_LOG_LEVEL, String, Bool) -> Void
/// The older form: level, text, more text, an error code and what belongs to that.
public typealias LogCallback = @Sendable (ADAL_LOG_LEVEL, String, String?, Int, [String: Any]?) -> Void

/// ADAL's log, one for the process.
///
/// No message has a token, a code or a password in it. Nothing is printed unless ``setNSLogging(_:)`` asks for it.
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

    /// Says how much is logged; `ADAL_LOG_LEVEL_ERROR` unless set.
    #if canImport(ObjectiveC)
    @objc(setLevel:)
    #endif
    public static func setLevel(_ logLevel: ADAL_LOG_LEVEL) { state.withLock { $0.level = logLevel } }

    /// How much is logged.
    #if canImport(ObjectiveC)
    @objc(getLevel)
    #endif
    public static func getLevel() -> ADAL_LOG_LEVEL { state.withLock { $0.level } }

    /// Says whether messages may tell about a person; not unless set.
    #if canImport(ObjectiveC)
    @objc(setPiiEnabled:)
    #endif
    public static func setPiiEnabled(_ piiEnabled: Bool) { state.withLock { $0.isPiiEnabled = piiEnabled } }

    /// Whether messages may tell about a person.
    #if canImport(ObjectiveC)
    @objc(getPiiEnabled)
    #endif
    public static func getPiiEnabled() -> Bool { state.withLock { $0.isPiiEnabled } }

    /// Says who hears the messages; nil for nobody.
    #if canImport(ObjectiveC)
    @objc(setLoggerCallback:)
    #endif
    @preconcurrency
    public static func setLoggerCallback(_ callback: ADLoggerCallback?) { state.withLock { $0.callback = callback } }

    /// Says who hears the messages in the older form; nil for nobody.
    #if canImport(ObjectiveC)
    @objc(setLogCallBack:)
    #endif
    @available(*, deprecated, message: "Use setLoggerCallback(_:) instead.")
    @preconcurrency
    public static func setLogCallBack(_ callback: LogCallback?) { state.withLock { $0.olderCallback = callback } }

    /// Says whether messages go to the system's log, or to standard error.
    #if canImport(ObjectiveC)
    @objc(setNSLogging:)
    #endif
    public static func setNSLogging(_ nslogging: Bool) { state.withLock { $0.prints = nslogging } }

    /// Whether messages go to the system's log; not unless set.
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

    /// What ADAL's listeners may hear at the moment: level and masking may be set at any time.
    static var options: LogOptions {
        let state = state.withLock { $0 }
        let isHeard = state.callback != nil || state.olderCallback != nil || state.prints
        return LogOptions(
            level: isHeard ? state.level.core : nil, masking: state.isPiiEnabled ? .secretsOnly : .allPII)
    }

    /// What the client logs, as ADAL's messages.
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
    /// The least grave messages that are logged; nil for none.
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
