import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting

/// One provider with its clock, one shared store, and the apps and users that use them. Every test has its own.
final class World: Sendable {
    let clock = MovableClock()
    let provider: InMemoryProvider
    let faults: FaultyTransport
    let wire: RecordingTransport
    let store = InMemoryCredentialStore()
    let lock = InProcessRefreshLock()
    let admin: AdminClient
    let log = LogRecorder()

    init(_ configure: (inout IdPConfiguration) -> Void = { _ in }) async throws {
        provider = try await InMemoryProvider(clock: clock, configure: configure)
        faults = FaultyTransport(provider)
        wire = RecordingTransport(faults)
        admin = provider.admin
    }

    /// A user's browser with its own cookies.
    func browser(_ user: String = Contoso.ada, through transport: (any HTTPTransport)? = nil) -> ScriptedUserAgent {
        ScriptedUserAgent(
            person: Person(user: user, password: Contoso.password), transport: transport ?? provider, clock: clock)
    }

    /// An app of the suite: `a`, `b` or `c`.
    func app(
        _ name: String = "a", browser: ScriptedUserAgent? = nil, clientID: String = Contoso.suite,
        authority: Authority = Contoso.authority(), store: (any CredentialStore)? = nil,
        transport: (any HTTPTransport)? = nil, adjust: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> PublicClientApplication {
        let redirect = clientID == Contoso.suite ? "http://localhost/contoso-\(name)" : "http://localhost"
        var configuration = try ClientConfiguration(
            clientID: clientID, redirectURI: RedirectURI(redirect), authority: authority)
        adjust(&configuration)
        let log = log
        return PublicClientApplication(
            configuration: configuration,
            environment: ClientEnvironment(
                transport: transport ?? wire, clock: clock, random: SystemRandomSource(),
                store: store ?? self.store, refreshLock: lock, userAgent: browser,
                pause: ImmediatePause(moving: clock), log: { log.add($0) }))
    }

    /// An app at which a user has signed in.
    func signedIn(
        _ name: String = "a", user: String = Contoso.ada, scopes: ScopeSet = Contoso.read
    ) async throws -> (app: PublicClientApplication, result: TokenResult) {
        let app = try app(name, browser: browser(user))
        return (app, try await app.acquireToken(InteractiveParameters(scopes: scopes)))
    }

    /// The number of entries of a kind in the provider's sign-in log.
    func count(_ event: String) async throws -> Int { try await admin.count(event) }

    /// Moves the clock past the lifetime of every access token.
    func expireAccessTokens() { clock.advance(seconds: 7200) }
}
