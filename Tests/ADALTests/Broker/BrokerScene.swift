import ADAL
import Foundation
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobConformance
import KeyfobSetup
import KeyfobTesting
import Testing

extension Trait where Self == FreshTaskLocal<ADBrokeredClients> {
    /// A separate registry of brokered clients for each test.
    static var ownBrokeredClients: Self { FreshTaskLocal(ADBrokeredClients.$current) { ADBrokeredClients() } }
}

/// A device with a broker, and an app with ADAL that is set up for it.
struct BrokerScene {
    let world: World
    let broker: ScriptedBroker
    let app: ScriptedApp
    let browser: ScriptedUserAgent
    let sessions = ADSessions()
    private let keychain = SimulatedKeychain()

    init(
        identity: BrokerIdentity = .keyfobForMicrosoftSchemes, queries: [String] = ["msauth", "msauthv3"]
    ) async throws {
        world = try await World()
        broker = ScriptedBroker(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: world.vouched,
            clock: world.clock, identity: identity)
        var facts = BundleFacts(
            platform: .iOS, bundleID: "test.contoso.a", urlTypes: [.init(schemes: ["x-msauth-contoso"])],
            queriedSchemes: queries)
        facts.name = "Contoso Notes"
        facts.version = "3.1"
        app = ScriptedApp(facts: facts, broker: broker)
        browser = world.browser()
        app.onURL { url, source in
            ADAuthenticationContext.handleADALResponse(URL(string: url), sourceApplication: source)
        }
    }

    func context(_ type: ADCredentialsType?) throws -> ADAuthenticationContext {
        var environment = world.environment(browser: browser, transport: world.vouched)
        environment.broker = app.access(
            keychain: keychain.app(AppEntitlements(keychainAccessGroups: ["TEAM1.test.contoso.a"])))
        let host = ADHost(bundle: app.facts, sessions: sessions)
        let context = try #require(
            ADAuthenticationContext(authority: world.authority(), environment: environment, host: host))
        if let type { context.credentialsType = type }
        return context
    }
}
