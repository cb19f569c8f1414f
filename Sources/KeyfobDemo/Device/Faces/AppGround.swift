#if Server
import Foundation
import Keyfob
import KeyfobAsyncHTTP
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import KeyfobUserAgents

/// What an app of the story stands on, whichever face of the SDK it is made with: keychain, browser and broker are the
/// device's, and so is the clock; the certificate authority is the story's.
struct AppGround: Sendable {
    let device: DeviceConnection
    let configuration: AppConfiguration
    let clock: DeviceClock
    let transport: AsyncHTTPTransport
    /// The app's own pages, with somebody before them only if the driver says so: without a broker, people type here.
    let pages: ScriptedUserAgent
    /// Where the app hands in a redirect of the device's browser.
    let redirects = RedirectInbox()
    let lifeCycle = DeviceLifeCycle()
    let broker: BrokerAccess
    /// Ends the broker's time limits when the driver says so.
    let limits = EndlessPause()

    /// Begins as the bundle says.
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

    /// Whom the SDK tells of the app's coming and going.
    var heardLifeCycle: DeviceLifeCycle? { configuration.hearsLifeCycle ? lifeCycle : nil }

    /// What a client runs on.
    ///
    /// - Parameter transport: the app's own if nil.
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

    /// Seats the person who types at the app's own pages, if a request names their password.
    func seat(_ request: JSONValue) {
        guard let password = request["password"]?.stringValue else { return }
        var person = Person(user: request["user"]?.stringValue ?? "", password: password)
        person.usesCertificate = request["certificate"]?.boolValue ?? false
        pages.person = person
    }

    /// A view of the app's own, with somebody before it who is to be asked by nobody else; nil if the request wants none.
    func view(_ request: JSONValue) -> ScriptedPageRenderer? {
        request["view"]?.stringValue.map { user in
            ScriptedPageRenderer(
                person: Person(user: user, password: SeedNames.password), transport: transport, clock: clock)
        }
    }

    /// Ends the time limits that are waited for.
    ///
    /// - Returns: their seconds.
    func passTime() async -> JSONValue {
        await limits.isWaiting()
        limits.elapse()
        return ["ok": true, "seconds": .array(limits.asked.map { .integer(Int64($0)) })]
    }

    /// The pages that were shown in the app itself.
    var shownPages: JSONValue { ["ok": true, "accounts": .strings(pages.visits.flatMap(\.pages))] }
}
#endif
