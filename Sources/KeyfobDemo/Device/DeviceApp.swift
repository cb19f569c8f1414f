#if Server
import Keyfob
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobUserAgents

/// One app of the demo on the device: an ordinary user of the product `Keyfob`, whose keychain, browser and broker are
/// those of the device.
final class DeviceApp: DeviceFace {
    let device: DeviceConnection
    let configuration: AppConfiguration
    let application: PublicClientApplication
    let broker: BrokerAccess
    let ground: AppGround

    init(_ ground: AppGround) throws {
        self.ground = ground
        device = ground.device
        configuration = ground.configuration
        broker = ground.broker
        let client = try Self.client(ground.configuration, bundleID: ground.device.identity.bundleID)
        application = PublicClientApplication(
            configuration: client, environment: try ground.environment(of: client))
    }

    private static func client(
        _ configuration: AppConfiguration, bundleID: String
    ) throws(AuthError) -> ClientConfiguration {
        var client = try ClientConfiguration(
            clientID: configuration.clientID, redirectURI: RedirectURI(configuration.redirectURI),
            authority: Authority(configuration.authority), accessGroup: AccessGroup(configuration.accessGroup),
            appIdentifier: bundleID)
        client.brokerUse = configuration.usesBroker ? .automatic : .never
        return client
    }

    /// Implements the delegate's `application(_:open:options:)`: a redirect of the browser goes to the sign-in that
    /// waits for it, everything else to the SDK.
    func handOn(_ opened: OpenedURL) -> Bool {
        ground.redirects.deliver(opened.url)
            || application.handleResponse(opened.url, sourceApplication: opened.sourceApplication)
    }
}
#endif
