public import Foundation
import Synchronization

/// What holds for the whole process, for the applications that are there too: what the log and the telemetry may tell, and
/// whether brokers are asked, is looked at each time. How requests are sent is read once, when an application is made.
#if canImport(ObjectiveC)
@objc(MSALGlobalConfig)
@objcMembers
#endif
public final class MSALGlobalConfig: NSObject {
    private override init() { super.init() }

    /// How requests are sent.
    public class var httpConfig: MSALHTTPConfig { ProcessState.current.http }

    /// Who hears of the SDK's events.
    public class var telemetryConfig: MSALTelemetryConfig { ProcessState.current.telemetry }

    /// Where the log goes.
    public class var loggerConfig: MSALLoggerConfig { ProcessState.current.logger }

    /// Whether a broker may be asked; `auto` by default. An application's setup for brokers is checked when it is made, if
    /// that is `auto` then.
    public class var brokerAvailability: MSALBrokeredAvailability {
        get { ProcessState.current.settings.withLock { $0.brokerAvailability } }
        set { ProcessState.current.settings.withLock { $0.brokerAvailability = newValue } }
    }

    /// Whether refresh tokens that are bound to the device shall be asked for; false by default. Kept for source
    /// compatibility: it needs a registered device, which Keyfob does not have yet, so nothing reads it.
    public class var shouldRequestBoundAppRefreshTokens: Bool {
        get { ProcessState.current.settings.withLock { $0.wantsBoundRefreshTokens } }
        set { ProcessState.current.settings.withLock { $0.wantsBoundRefreshTokens = newValue } }
    }
}
