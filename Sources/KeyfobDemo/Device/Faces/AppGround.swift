#if Server
import Foundation
import Keyfob
import KeyfobAsyncHTTP
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import KeyfobUserAgents

/// The environment of an app of the demo, for every face of the SDK: keychain, browser, broker and clock are the
/// device's; the certificate authority is the demo's.
struct AppGround: Sendable {
    let device: DeviceConnection
    let configuration: AppConfiguration
    let clock: DeviceClock
    let transport: AsyncHTTPTransport
    /// The app's own pages, used by a person only if the driver says so: without a broker, people enter passwords here.
    let pages: ScriptedUserAgent
    /// The inbox for a redirect of the device's browser.
    let redirects = RedirectInbox()
    let lifeCycle = DeviceLifeCycle()
    let broker: BrokerAccess
    /// Ends the broker's time limits when the driver says so.
    let limits = EndlessPause()

    /// Creates the environment from the bundle.
    init(_ device: DeviceConnection) throws {
        self.device = device
        configuration = try AppConfiguration(file: "\(device.identity.bundlePath)/app.json")
        clock = DeviceClock(device)
        transport = try AsyncHTTPTransport(
            trust: .caFile(configuration.caFile), addresses: configuration.addresses)
        pages = ScriptedUserAgent(person: Person(user: "", password: ""), transport: transport, clock: clock)
        var identity = BrokerIdentity.keyfobForMicrosoftSchemes
        if !configuration.brokerIDs.isEmpty { identity.bundleIDs = configuration.brokerIDs }
        var broker = try BrokerAccess(device: device, identity: identity, lifeCycle: lifeCycle)
        if configuration.limitsAreDrivers { broker.pause = limits }
        self.broker = broker
    }

    /// The receiver of the app's life-cycle events in the SDK.
    var reportedLifeCycle: DeviceLifeCycle? { configuration.reportsLifeCycle ? lifeCycle : nil }

    /// The client's environment.
    ///
    /// - Parameter transport: The transport; nil for the app's own.
    func environment(
        of client: ClientConfiguration, transport: (any HTTPTransport)? = nil
    ) throws(AuthError) -> ClientEnvironment {
        let agent: any UserAgent =
            configuration.usesSystemBrowser
            ? CallbackUserAgent(inbox: redirects, browser: DeviceBrowserLauncher(device: device)) : pages
        var environment = try ClientEnvironment(
            platformOf: client, processEnvironment: ProcessInfo.processInfo.environment,
            transport: transport ?? self.transport, userAgent: agent, keyPlace: nil, credentialPlace: .keychain,
            keychain: DeviceKeychain(device), platform: .iOS, groupPrefix: nil, clock: clock, log: nil)
        environment.broker = broker
        return environment
    }

    /// Sets up the person at the app's own pages, if a request contains their password.
    func setUser(_ request: JSONValue) {
        guard let password = request["password"]?.stringValue else { return }
        var person = Person(user: request["user"]?.stringValue ?? "", password: password)
        person.usesCertificate = request["certificate"]?.boolValue ?? false
        pages.person = person
    }

    /// The app's own view, with the person whom a request names; nil if it names none.
    func view(_ request: JSONValue) -> ScriptedPageRenderer? {
        request["view"]?.stringValue.map { user in
            ScriptedPageRenderer(
                person: Person(user: user, password: SeedNames.password), transport: transport, clock: clock)
        }
    }

    /// Ends the current time limits.
    ///
    /// - Returns: Their seconds.
    func passTime() async -> JSONValue {
        await limits.isWaiting()
        limits.elapse()
        return ["ok": true, "seconds": .array(limits.asked.map { .integer(Int64($0)) })]
    }

    /// The pages that were shown in the app itself.
    var shownPages: JSONValue { ["ok": true, "accounts": .strings(pages.visits.flatMap(\.pages))] }
}

/// Shows an address in the device's browser: the app that owns `https` there.
struct DeviceBrowserLauncher: BrowserLauncher {
    let device: DeviceConnection

    func open(_ url: HTTPURL) async throws(AuthError) {
        guard await DeviceURLOpener(device).open(url.description, universalLinksOnly: false) else {
            throw AuthError(
                .userAgentUnavailable, origin: .userAgent, message: "The device has no browser.",
                remedy: "Install one.")
        }
    }
}
#endif
