import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import MSAL

/// One provider with its clock, one shared store, and the apps and users of them. Every test has a separate one.
final class World: Sendable {
    let clock = MovableClock()
    let provider: InMemoryProvider
    let faults: FaultyTransport
    let wire: RecordingTransport
    let store = InMemoryCredentialStore()
    let lock = InProcessRefreshLock()
    let admin: AdminClient

    init(base: String = "https://localhost:8443/") async throws {
        provider = try await InMemoryProvider(base: HTTPURL(base), clock: clock)
        faults = FaultyTransport(provider)
        wire = RecordingTransport(faults)
        admin = provider.admin
    }

    /// A user's browser, with separate cookies.
    func browser(_ user: String = Contoso.ada) -> ScriptedUserAgent {
        ScriptedUserAgent(
            person: Person(user: user, password: Contoso.password), transport: provider, clock: clock)
    }

    /// The environment of an application.
    func environment(
        browser: (any UserAgent)? = nil, transport: (any HTTPTransport)? = nil,
        store: (any CredentialStore)? = nil
    ) -> ClientEnvironment {
        ClientEnvironment(
            transport: transport ?? wire, clock: clock, random: SystemRandomSource(), store: store ?? self.store,
            refreshLock: lock, userAgent: browser, pause: ImmediatePause(moving: clock))
    }

    /// The configuration of an app of the suite: `a`, `b` or `c`.
    func config(_ name: String = "a", tenant: String = Contoso.tenantID) throws -> MSALPublicClientApplicationConfig {
        MSALPublicClientApplicationConfig(
            clientId: Contoso.suite, redirectUri: "http://localhost/contoso-\(name)",
            authority: try Contoso.authority(tenant))
    }

    /// An app of the suite.
    func app(
        _ name: String = "a", browser: (any UserAgent)? = nil, transport: (any HTTPTransport)? = nil,
        adjust: (MSALPublicClientApplicationConfig) throws -> Void = { _ in }
    ) throws -> MSALPublicClientApplication {
        let config = try config(name)
        try adjust(config)
        return try MSALPublicClientApplication(
            configuration: config, environment: environment(browser: browser, transport: transport))
    }

    /// An app with a signed-in user.
    func signedIn(
        _ name: String = "a", user: String = Contoso.ada, scopes: [String] = Contoso.read
    ) async throws -> (app: MSALPublicClientApplication, result: MSALResult) {
        let app = try app(name, browser: browser(user))
        return (app, try await app.acquireToken(with: Contoso.interactive(scopes)))
    }

    /// The number of entries of a kind in the provider's sign-in log.
    func count(_ event: String) async throws -> Int { try await admin.count(event) }

    /// Moves the clock past the lifetime of every access token.
    func expireAccessTokens() { clock.advance(seconds: 7200) }
}

/// The objects of the seeded provider.
enum Contoso {
    static let tenantID = "11111111-1111-4111-8111-111111111111"
    static let suite = "aaaaaaaa-0000-4000-8000-000000000001"
    static let host = "localhost:8443"
    static let ada = "ada@contoso.test"
    static let grace = "grace@contoso.test"
    static let password = "Keyfob-demo-1"
    static let read = ["api://files/Files.Read"]
    static let both = ["api://files/Files.Read", "api://files/Files.ReadWrite"]

    static func authority(_ tenant: String = tenantID) throws -> MSALAADAuthority {
        try MSALAADAuthority(
            environment: host, audienceType: .azureADMyOrgOnlyAudience, rawTenant: tenant)
    }

    static func interactive(_ scopes: [String] = read) -> MSALInteractiveTokenParameters {
        MSALInteractiveTokenParameters(scopes: scopes, webviewParameters: MSALWebviewParameters())
    }
}
