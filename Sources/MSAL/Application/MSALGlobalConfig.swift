public import Foundation
import Synchronization

/// Settings of the whole process, which apply to existing applications too: those of the log, of telemetry and of
/// brokers are read at each use. The HTTP settings are read once, when an application is made.
#if canImport(ObjectiveC)
@objc(MSALGlobalConfig)
@objcMembers
#endif
open class MSALGlobalConfig: NSObject {
    private override init() { super.init() }

    /// The HTTP settings.
    open class var httpConfig: MSALHTTPConfig { ProcessState.current.http }

    /// The receiver of the SDK's telemetry events.
    open class var telemetryConfig: MSALTelemetryConfig { ProcessState.current.telemetry }

    /// The receiver of the log.
    open class var loggerConfig: MSALLoggerConfig { ProcessState.current.logger }

    /// Whether brokers may be used; `auto` by default. If it is `auto` when an application is made, the application's
    /// setup for brokers is checked.
    open class var brokerAvailability: MSALBrokeredAvailability {
        get { ProcessState.current.settings.withLock { $0.brokerAvailability } }
        set { ProcessState.current.settings.withLock { $0.brokerAvailability = newValue } }
    }

    /// Whether refresh tokens that are bound to the device shall be requested; false by default. Kept for source
    /// compatibility: bound tokens need a registered device, which Keyfob does not support yet, so the value is not
    /// used.
    open class var shouldRequestBoundAppRefreshTokens: Bool {
        get { ProcessState.current.settings.withLock { $0.wantsBoundRefreshTokens } }
        set { ProcessState.current.settings.withLock { $0.wantsBoundRefreshTokens = newValue } }
    }
}

/// Whether tokens may be requested from a broker app.
#if canImport(ObjectiveC)
@objc(MSALBrokeredAvailability)
#endif
public enum MSALBrokeredAvailability: Int, Sendable {
    /// A broker is used where one is installed and the redirect URI allows it.
    case auto
    /// No broker is used.
    case none
}
