public import Foundation
import Synchronization

/// Gets the SDK's events, one for each token request of the app. The SDK itself sends them nowhere.
public typealias MSALTelemetryCallback = @Sendable (_ event: [String: String]) -> Void

/// The telemetry settings of the whole process.
#if canImport(ObjectiveC)
@objc(MSALTelemetryConfig)
@objcMembers
#endif
open class MSALTelemetryConfig: NSObject, @unchecked Sendable {
    private struct State {
        var isPersonal = false
        var failuresOnly = false
        var callback: MSALTelemetryCallback?
    }

    private let state = Mutex(State())

    override init() { super.init() }

    /// Whether events may identify the account; false by default.
    open var piiEnabled: Bool {
        get { state.withLock { $0.isPersonal } }
        set { state.withLock { $0.isPersonal = newValue } }
    }

    /// Whether only failed calls are reported; false by default.
    open var notifyOnFailureOnly: Bool {
        get { state.withLock { $0.failuresOnly } }
        set { state.withLock { $0.failuresOnly = newValue } }
    }

    /// The callback that gets the events, on any thread; nil for none.
    open var telemetryCallback: MSALTelemetryCallback? {
        get { state.withLock { $0.callback } }
        set { state.withLock { $0.callback = newValue } }
    }
}
