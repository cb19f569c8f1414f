public import Foundation
import Synchronization

/// Gets the SDK's events, one for each call for a token. Nothing is sent anywhere by the SDK.
public typealias MSALTelemetryCallback = @Sendable (_ event: [String: String]) -> Void

/// Who hears of the SDK's events, in the whole process.
#if canImport(ObjectiveC)
@objc(MSALTelemetryConfig)
@objcMembers
#endif
public final class MSALTelemetryConfig: NSObject, Sendable {
    private struct State {
        var isPersonal = false
        var failuresOnly = false
        var callback: MSALTelemetryCallback?
    }

    private let state = Mutex(State())

    override init() { super.init() }

    /// Whether events may name the account; false by default.
    public var piiEnabled: Bool {
        get { state.withLock { $0.isPersonal } }
        set { state.withLock { $0.isPersonal = newValue } }
    }

    /// Whether only calls that failed are told of; false by default.
    public var notifyOnFailureOnly: Bool {
        get { state.withLock { $0.failuresOnly } }
        set { state.withLock { $0.failuresOnly = newValue } }
    }

    /// What gets the events, on any thread; nil for nothing.
    public var telemetryCallback: MSALTelemetryCallback? {
        get { state.withLock { $0.callback } }
        set { state.withLock { $0.callback = newValue } }
    }
}
