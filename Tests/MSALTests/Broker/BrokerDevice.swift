import Foundation
import KeyfobBrokerClient
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobSetup
import KeyfobTesting
import MSAL

/// A device with a broker, and apps with MSAL that are set up for it.
struct BrokerDevice: Sendable {
    let world: World
    let broker: ScriptedBroker
    let app: ScriptedApp
    let browser: ScriptedUserAgent
    private let keychain = SimulatedKeychain()
    private let exchange = BrokerExchange()

    init(platform: BundleFacts.Platform = .iOS) async throws {
        world = try await World()
        broker = ScriptedBroker(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: world.provider, clock: world.clock
        )
        var facts = BundleFacts(
            platform: platform, bundleID: "test.contoso.a", urlTypes: [.init(schemes: ["msauth.test.contoso.a"])],
            queriedSchemes: ["msauthv2", "msauthv3"])
        facts.name = "Contoso Notes"
        facts.version = "3.1"
        app = ScriptedApp(facts: facts, broker: broker)
        browser = world.browser()
        app.onURL { url, source in
            guard let url = URL(string: url) else { return false }
            return MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: source)
        }
    }

    /// The app's application, or that of its next run.
    func msal(
        _ redirect: String = "msauth.test.contoso.a://auth", opener: (any URLOpener)? = nil,
        store: (any CredentialStore)? = nil, isNextRun: Bool = false,
        adjust: (MSALPublicClientApplicationConfig) throws -> Void = { _ in }
    ) throws -> MSALPublicClientApplication {
        let config = MSALPublicClientApplicationConfig(
            clientId: Contoso.suite, redirectUri: redirect, authority: try Contoso.authority())
        try adjust(config)
        var environment = world.environment(browser: browser, store: store)
        var access = app.access(
            keychain: keychain.app(AppEntitlements(keychainAccessGroups: ["TEAM1.test.contoso.a"])))
        if let opener { access.opener = opener }
        if !isNextRun { access.exchange = exchange }
        environment.broker = access
        return try MSALPublicClientApplication(configuration: config, environment: environment)
    }
}
