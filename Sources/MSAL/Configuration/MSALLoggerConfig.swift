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
public final class MSALLoggerConfig: NSObject, Sendable {
    private struct State {
        var level = MSALLogLevel.info
        var masking = MSALLogMaskingLevel.settingsMaskAllPII
        var callback: (@Sendable (MSALLogLevel, String?, Bool) -> Void)?
    }

    private let state = Mutex(State())

    override init() { super.init() }

    /// The most detailed level that the callback gets; `info` by default.
    public var logLevel: MSALLogLevel {
        get { state.withLock { $0.level } }
        set { state.withLock { $0.level = newValue } }
    }

    /// The data that the log hides; all personal data by default.
    public var logMaskingLevel: MSALLogMaskingLevel {
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
    public func setLogCallback(_ callback: @escaping @Sendable (MSALLogLevel, String?, Bool) -> Void) {
        state.withLock { $0.callback = callback }
    }

    /// The callback that gets the log; one that does nothing if none was set.
    #if canImport(ObjectiveC)
    @objc(callback)
    #endif
    public func callback() -> MSALLogCallback {
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
