public import Foundation
import Synchronization

/// Gets a message of the SDK's log.
///
/// - Parameters:
///   - level: the importance.
///   - message: the text; never a token, a code or a password.
///   - containsPII: whether the text contains personal data.
public typealias MSALLogCallback = (_ level: MSALLogLevel, _ message: String?, _ containsPII: Bool) -> Void

/// The log settings of the whole process.
#if canImport(ObjectiveC)
@objc(MSALLoggerConfig)
@objcMembers
#endif
open class MSALLoggerConfig: NSObject, @unchecked Sendable {
    private struct State {
        var level = MSALLogLevel.info
        var masking = MSALLogMaskingLevel.settingsMaskAllPII
        var callback: (@Sendable (MSALLogLevel, String?, Bool) -> Void)?
    }

    private let state = Mutex(State())

    override init() { super.init() }

    /// The most detailed level that the callback gets; `info` by default.
    open var logLevel: MSALLogLevel {
        get { state.withLock { $0.level } }
        set { state.withLock { $0.level = newValue } }
    }

    /// The data that the log hides; all personal data by default.
    open var logMaskingLevel: MSALLogMaskingLevel {
        get { state.withLock { $0.masking } }
        set { state.withLock { $0.masking = newValue } }
    }

    /// Sets the callback that gets the log, on any thread. It replaces an earlier one.
    ///
    /// - Parameter callback: gets each message up to ``logLevel``.
    #if canImport(ObjectiveC)
    @objc(setLogCallback:)
    #endif
    @preconcurrency
    open func setLogCallback(_ callback: @escaping @Sendable (MSALLogLevel, String?, Bool) -> Void) {
        state.withLock { $0.callback = callback }
    }

    /// The callback that gets the log; one that does nothing if none was set.
    #if canImport(ObjectiveC)
    @objc(callback)
    #endif
    open func callback() -> MSALLogCallback {
        guard let callback = state.withLock({ $0.callback }) else { return { _, _, _ in } }
        return callback
    }

    /// Whether there is a callback.
    var hasCallback: Bool { state.withLock { $0.callback != nil } }

    /// The callback, if a message of this level goes to it.
    func listener(_ level: MSALLogLevel) -> (@Sendable (MSALLogLevel, String?, Bool) -> Void)? {
        state.withLock { level.rawValue <= $0.level.rawValue ? $0.callback : nil }
    }
}

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

/// The data that the log hides. Secrets are never in it, at any level.
#if canImport(ObjectiveC)
@objc(MSALLogMaskingLevel)
#endif
public enum MSALLogMaskingLevel: Int, Sendable {
    /// All personal data is hidden; the default.
    #if canImport(ObjectiveC)
    @objc(MSALLogMaskingSettingsMaskAllPII)
    #endif
    case settingsMaskAllPII
    /// Data that identifies a user is hidden; identifiers of organizations are shown.
    #if canImport(ObjectiveC)
    @objc(MSALLogMaskingSettingsMaskEUIIOnly)
    #endif
    case settingsMaskEUIIOnly
    /// Only secrets are hidden.
    #if canImport(ObjectiveC)
    @objc(MSALLogMaskingSettingsMaskSecretsOnly)
    #endif
    case settingsMaskSecretsOnly
}
