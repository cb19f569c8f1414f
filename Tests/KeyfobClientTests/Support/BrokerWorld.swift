import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobSetup
import KeyfobTesting

/// A ``World`` with a broker on its device, and apps that are configured for it.
final class BrokerWorld: Sendable {
    let world: World
    let broker: ScriptedBroker
    let keychain = SimulatedKeychain()

    init(user: String = Contoso.ada) async throws {
        world = try await World()
        broker = ScriptedBroker(
            person: Person(user: user, password: Contoso.password), transport: world.provider, clock: world.clock)
    }

    /// The declarations of a Contoso app: everything that a broker needs.
    static func facts(
        _ bundleID: String = "test.contoso.a", schemes: [String]? = nil,
        queries: [String] = ["msauthv2", "msauthv3"], isAppExtension: Bool = false
    ) -> BundleFacts {
        BundleFacts(
            platform: .iOS, bundleID: bundleID,
            urlTypes: [.init(schemes: schemes ?? ["msauth.\(bundleID)"])], queriedSchemes: queries,
            isAppExtension: isAppExtension)
    }

    /// An app on the device.
    struct App: Sendable {
        let device: ScriptedApp
        let client: PublicClientApplication
        let browser: ScriptedUserAgent
        let access: BrokerAccess
    }

    /// Installs an app, or starts it again.
    ///
    /// - Parameters:
    /// - device: The app as it was installed, for a second run of it.
    func app(
        _ facts: BundleFacts = facts(), clientID: String = Contoso.suite, redirect: String? = nil,
        authority: Authority = Contoso.authority(), group: AccessGroup = .standard, device: ScriptedApp? = nil,
        user: String = Contoso.ada, store: (any CredentialStore)? = nil,
        adjust: (inout BrokerAccess) -> Void = { _ in },
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> App {
        let bundleID = facts.bundleID ?? ""
        var configuration = try ClientConfiguration(
            clientID: clientID, redirectURI: RedirectURI(redirect ?? "msauth.\(bundleID)://auth"),
            authority: authority, accessGroup: group, appIdentifier: bundleID)
        configure(&configuration)
        let device = device ?? ScriptedApp(facts: facts, broker: broker)
        var access = device.access(keychain: keychain.app(try Self.entitlements(bundleID)))
        adjust(&access)
        let browser = world.browser(user)
        var environment = ClientEnvironment(
            transport: world.wire, clock: world.clock, store: store ?? world.store, refreshLock: world.lock,
            userAgent: browser, pause: ImmediatePause(moving: world.clock), log: { [log = world.log] in log.add($0) })
        environment.broker = access
        let client = PublicClientApplication(configuration: configuration, environment: environment)
        device.onURL { [client] url, source in client.handleResponse(url, sourceApplication: source) }
        return App(device: device, client: client, browser: browser, access: access)
    }

    private static func entitlements(_ bundleID: String) throws -> AppEntitlements {
        AppEntitlements(keychainAccessGroups: ["TEAM1.\(bundleID)"])
    }

    /// A token that needs no key: a header without an algorithm, claims, no signature.
    static let unsignedToken = "eyJhbGciOiJub25lIn0.e30."

    static let parameters = InteractiveParameters(scopes: Contoso.read)
}

extension BrokerWorld.App {
    func signIn(_ parameters: InteractiveParameters = BrokerWorld.parameters) async throws(AuthError) -> TokenResult {
        try await client.acquireToken(parameters)
    }

    /// The broker fault with which a call fails.
    func fault(_ parameters: InteractiveParameters = BrokerWorld.parameters) async -> BrokerExchangeError? {
        let error = await failure { () async throws(AuthError) in try await signIn(parameters) }
        return error?.cause as? BrokerExchangeError
    }
}
