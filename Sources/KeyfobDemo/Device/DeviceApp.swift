#if Server
import Foundation
import Keyfob
import KeyfobAsyncHTTP
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Synchronization

/// One app of the story on the device: an ordinary user of the product `Keyfob`, whose keychain, browser and broker are
/// those of the device.
///
/// What a person would do with the app comes as the driver's input; the events of the device go to the SDK as an app's
/// delegates would hand them on.
final class DeviceApp: Sendable {
    let device: DeviceConnection
    let configuration: AppConfiguration
    let application: PublicClientApplication
    /// The app's own pages, with somebody before them only if the driver says so: without a broker, people type here.
    let pages: ScriptedUserAgent
    let broker: BrokerAccess
    /// The same app as it would be on ADAL.
    let adal: V1Client
    private let lifeCycle = DeviceLifeCycle()
    private let inbox = Mutex<[JSONValue]>([])

    /// Begins as the bundle says.
    init(_ device: DeviceConnection) throws {
        self.device = device
        let configuration = try AppConfiguration(file: "\(device.identity.bundlePath)/app.json")
        self.configuration = configuration
        let clock = FileClock(path: configuration.clockFile)
        let transport = try AsyncHTTPTransport(trust: .caFile(configuration.caFile))
        let pages = ScriptedUserAgent(person: Person(user: "", password: ""), transport: transport, clock: clock)
        self.pages = pages
        let client = try Self.client(configuration, bundleID: device.identity.bundleID)
        var environment = try ClientEnvironment(
            platformOf: client, processEnvironment: ProcessInfo.processInfo.environment, transport: transport,
            userAgent: pages, keyPlace: nil, credentialPlace: .keychain, keychain: DeviceKeychain(device),
            platform: .iOS, groupPrefix: nil, clock: clock, log: nil)
        broker = try BrokerAccess(device: device, identity: .keyfobForMicrosoftSchemes, lifeCycle: lifeCycle)
        environment.broker = broker
        adal = V1Client(environment: environment.vouching(for: configuration.authority))
        application = PublicClientApplication(configuration: client, environment: environment)
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

    /// Serves the device's events until the device ends.
    func run() async throws {
        let events = device.events()
        try await device.ready()
        await withDiscardingTaskGroup { group in
            for await event in events {
                switch event {
                case .lifeCycle(let moment): lifeCycle.note(moment)
                case .openURL(let opened): take(opened)
                case .input(let id, let request):
                    group.addTask { await self.answer(id, request) }
                default: break
                }
            }
        }
    }

    /// What the delegate's `application(_:open:options:)` does, and what it notes of it: a URL that the SDK has taken is
    /// noted without its query, which is a secret.
    private func take(_ opened: OpenedURL) {
        let isTaken = application.handleResponse(opened.url, sourceApplication: opened.sourceApplication)
        let shown = isTaken ? String(opened.url.prefix { $0 != "?" }) : opened.url
        inbox.withLock { inbox in
            inbox.append([
                "url": .string(shown), "taken": .bool(isTaken),
                "source": opened.sourceApplication.map { .string($0) } ?? .null,
            ])
        }
    }

    /// Every URL that was opened with this app since its launch.
    var received: [JSONValue] { inbox.withLock { $0 } }

    private func answer(_ id: Int64, _ request: JSONValue) async {
        let answer: JSONValue
        do {
            answer = try await perform(request["do"]?.stringValue ?? "", request)
        } catch {
            answer = AppProcess.describe(error)
        }
        try? await device.answerInput(id, answer)
    }
}
#endif
