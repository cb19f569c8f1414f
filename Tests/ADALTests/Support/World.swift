import ADAL
import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The objects of the seeded provider.
enum Contoso {
    static let tenantID = "11111111-1111-4111-8111-111111111111"
    static let suite = "aaaaaaaa-0000-4000-8000-000000000001"
    static let fabrikam = "aaaaaaaa-0000-4000-8000-000000000002"
    static let files = "api://files"
    static let filesID = "aaaaaaaa-0000-4000-8000-0000000000f1"
    static let graph = "https://graph.microsoft.com"
    static let ada = "ada@contoso.test"
    static let grace = "grace@contoso.test"
    static let password = "Keyfob-demo-1"
    static let read: ScopeSet = ["api://files/Files.Read"]

    static func redirect(_ name: String = "a") -> URL { URL(string: "http://localhost/contoso-\(name)")! }
}

/// One provider with its clock, one shared store, ADAL's cache, and the apps and users of them. Every test has a
/// separate one.
final class World: Sendable {
    let clock = MovableClock()
    let provider: InMemoryProvider
    let faults: FaultyTransport
    let wire: RecordingTransport
    let store = InMemoryCredentialStore()
    let legacy = InMemoryADALCache()
    let lock = InProcessRefreshLock()
    let pause: ImmediatePause
    let admin: AdminClient

    init(base: HTTPURL? = nil, _ configure: (inout IdPConfiguration) -> Void = { _ in }) async throws {
        provider = try await InMemoryProvider(base: base, clock: clock, configure: configure)
        faults = FaultyTransport(provider)
        wire = RecordingTransport(faults)
        pause = ImmediatePause(moving: clock)
        admin = provider.admin
    }

    /// A user's browser, with separate cookies.
    func browser(_ user: String = Contoso.ada) -> ScriptedUserAgent {
        ScriptedUserAgent(
            person: Person(user: user, password: Contoso.password), transport: wire, clock: clock)
    }

    /// The environment of an app.
    func environment(
        browser: (any UserAgent)? = nil, legacy: (any ADALCache)? = nil, transport: (any HTTPTransport)? = nil,
        store: (any CredentialStore)? = nil
    ) -> ClientEnvironment {
        var environment = ClientEnvironment(
            transport: transport ?? wire, clock: clock, random: SystemRandomSource(), store: store ?? self.store,
            refreshLock: lock, userAgent: browser, pause: pause)
        environment.adalCache = legacy ?? self.legacy
        return environment
    }

    /// The authority of a tenant of this provider.
    func authority(_ tenant: String = Contoso.tenantID) -> String { "\(provider.base.origin)/\(tenant)" }

    /// A context of an app with ADAL.
    func context(
        _ tenant: String = Contoso.tenantID, browser: (any UserAgent)? = nil, legacy: (any ADALCache)? = nil,
        transport: (any HTTPTransport)? = nil, host: ADHost = ADHost()
    ) throws -> ADAuthenticationContext {
        try #require(
            ADAuthenticationContext(
                authority: authority(tenant), validateAuthority: false,
                environment: environment(browser: browser, legacy: legacy, transport: transport), host: host))
    }

    /// A context with a user who signed in at the page.
    func signedIn(
        _ user: String = Contoso.ada, tenant: String = Contoso.tenantID, resource: String = Contoso.files,
        clientID: String = Contoso.suite, legacy: (any ADALCache)? = nil
    ) async throws -> (context: ADAuthenticationContext, result: ADAuthenticationResult) {
        let context = try context(tenant, browser: browser(user), legacy: legacy)
        let redirect = clientID == Contoso.suite ? Contoso.redirect() : URL(string: "http://localhost")!
        let result = await context.acquireToken(
            withResource: resource, clientId: clientID, redirectUri: redirect, promptBehavior: AD_PROMPT_ALWAYS,
            userId: user, extraQueryParameters: nil)
        try #require(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        return (context, result)
    }

    /// An app with Keyfob's own API, in the same suite.
    func modern(
        _ name: String = "b", browser: (any UserAgent)? = nil, clientID: String = Contoso.suite
    ) throws -> PublicClientApplication {
        PublicClientApplication(
            configuration: try ClientConfiguration(
                clientID: clientID, redirectURI: RedirectURI("http://localhost/contoso-\(name)"),
                authority: Authority(authority())),
            environment: environment(browser: browser))
    }

    /// The number of entries of a kind in the provider's sign-in log.
    func count(_ event: String) async throws -> Int { try await admin.count(event) }

    /// The number of requests to the token endpoint.
    var tokenRequests: Int { wire.requests(to: "/token").count }

    /// Moves the clock past the lifetime of every access token.
    func expireAccessTokens() { clock.advance(seconds: 7200) }
}

extension ADAuthenticationContext {
    /// A silent call of the suite's app.
    func silent(
        _ resource: String = Contoso.files, _ user: String? = nil, clientID: String = Contoso.suite,
        forceRefresh: Bool = false
    ) async -> ADAuthenticationResult {
        await acquireTokenSilent(
            withResource: resource, clientId: clientID, redirectUri: Contoso.redirect(), userId: user,
            forceRefresh: forceRefresh)
    }

    /// A call of the suite's app that may show a page.
    func asking(
        _ resource: String = Contoso.files, _ user: String? = nil, clientID: String = Contoso.suite,
        prompt: ADPromptBehavior = AD_PROMPT_AUTO, redirect: URL = Contoso.redirect()
    ) async -> ADAuthenticationResult {
        await acquireToken(
            withResource: resource, clientId: clientID, redirectUri: redirect, promptBehavior: prompt, userId: user,
            extraQueryParameters: nil)
    }
}

extension ADAuthenticationResult {
    /// The code of the error, if it is the SDK's own.
    var code: ADErrorCode? {
        guard let error, [ADAuthenticationErrorDomain, ADOAuthServerErrorDomain].contains(error.domain) else {
            return nil
        }
        return ADErrorCode(rawValue: error.code)
    }
}
