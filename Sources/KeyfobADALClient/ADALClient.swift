package import KeyfobCache
package import KeyfobClient
import KeyfobCore
import KeyfobFlows

/// The client of the version 1 endpoints: gets a token for one resource from ADAL's cache, by a refresh token or by a
/// sign-in.
///
/// For apps that come from ADAL and still need those endpoints; the module `ADAL` is its interface. Tokens are stored
/// in ADAL's form, in ``ClientEnvironment/adalCache``; refresh tokens and accounts also in
/// ``ClientEnvironment/store``, so that the suite's apps on ``PublicClientApplication`` find the user signed in, and
/// vice versa.
package final class ADALClient: Sendable {
    let environment: ClientEnvironment
    /// ADAL's cache: the environment's, or one in memory.
    package let cache: any ADALCache
    let flows: FlowDriver
    let refreshes = SingleFlight<ADALRefreshKey, ADALResult>()
    let throttle: Throttle
    let validations = ADALValidations()
    /// Seconds after which a call stops waiting for a refresh that another process has under way.
    let refreshWaitLimit: Double
    /// Seconds after which callers stop waiting for an exchange.
    let exchangeLimit: Double

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - environment: the ports that it uses.
    ///   - transportTimeout: seconds that one HTTP exchange may take.
    package init(environment: ClientEnvironment, transportTimeout: Double = 30) {
        self.environment = environment
        throttle = Throttle(sparesFailing: SilentPolicy.adal.memory == .failures, shared: environment.serverWaits)
        cache = environment.adalCache ?? InMemoryADALCache()
        exchangeLimit = transportTimeout
        refreshWaitLimit = ClientConfiguration.refreshWaitLimit(transportTimeout)
        flows = FlowDriver(
            transport: environment.transport, clock: environment.clock, random: environment.random,
            userAgent: environment.userAgent, pause: environment.pause)
    }

    func log(_ level: ClientLogMessage.Level, _ text: @autoclosure () -> LogText, correlationID: String? = nil) {
        environment.log(level, text(), correlationID: correlationID)
    }

    func correlationID(of request: ADALRequest) -> String { request.correlationID ?? environment.random.uuid() }
}
