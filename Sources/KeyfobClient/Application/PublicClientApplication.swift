import KeyfobCore
import KeyfobFlows
import Synchronization

/// A public client (RFC 6749 section 2.1): the object through which an app gets tokens for its users.
///
/// One instance serves many accounts, tenants and clouds, from any task or thread. It keeps no credentials itself;
/// everything is in the store that the apps of a suite share.
///
/// ```swift
/// let accounts = try application.accounts()
/// if let account = accounts.first {
///     let result = try await application.acquireTokenSilent(SilentParameters(scopes: scopes, account: account))
/// }
/// ```
public final class PublicClientApplication: Sendable {
    /// The app's registration and settings.
    public let configuration: ClientConfiguration
    let environment: ClientEnvironment
    let flows: FlowDriver
    let refreshes = SingleFlight<RefreshKey, TokenResult>()
    let proactive = ProactiveRefreshes()
    let throttle: Throttle
    let requestTelemetry = RequestTelemetry()
    /// The last key that was read, so that its text is parsed once.
    let proofKeys = Mutex<ProofKey?>(nil)

    /// Makes an application.
    ///
    /// - Parameters:
    ///   - configuration: the app's registration and settings.
    ///   - environment: the ports that it uses.
    public init(configuration: ClientConfiguration, environment: ClientEnvironment) {
        self.configuration = configuration
        self.environment = environment
        throttle = Throttle(shared: environment.serverWaits)
        flows = FlowDriver(
            transport: environment.transport, clock: environment.clock, random: environment.random,
            userAgent: environment.userAgent, pause: environment.pause, trust: configuration.authorityTrust)
    }

    func log(_ level: ClientLogMessage.Level, _ text: @autoclosure () -> LogText, correlationID: String? = nil) {
        environment.log(level, text(), correlationID: correlationID)
    }
}
