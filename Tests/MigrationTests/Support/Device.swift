import ADAL
import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth
import KeyfobStoreKeychain
import KeyfobTesting
import MSAL
import Testing

/// The objects of the seeded provider.
enum Contoso {
    static let tenantID = "11111111-1111-4111-8111-111111111111"
    static let suite = "aaaaaaaa-0000-4000-8000-000000000001"
    static let host = "localhost:8443"
    static let files = "api://files"
    static let read = ["api://files/Files.Read"]
    static let ada = "ada@contoso.test"
    static let grace = "grace@contoso.test"
    static let password = "Keyfob-demo-1"
    static let group = "T123456789.com.contoso.cache"
    /// A redirect URI in ADAL's form: SCHEME://BUNDLE-ID.
    static let redirect = "x-msauth-contoso://test.contoso.a"
}

/// A device with its keychain, and the provider that its apps sign in at. Every test has a separate one.
final class Device: Sendable {
    let clock = MovableClock()
    let provider: InMemoryProvider
    let wire: RecordingTransport
    let keychain = SimulatedKeychain().app(AppEntitlements(keychainAccessGroups: [Contoso.group]))
    let lock = InProcessRefreshLock()
    let admin: AdminClient

    init() async throws {
        provider = try await InMemoryProvider(base: HTTPURL("https://\(Contoso.host)/"), clock: clock)
        wire = RecordingTransport(provider)
        admin = provider.admin
    }

    /// A user's browser, with separate cookies.
    func browser(_ user: String = Contoso.ada) -> ScriptedUserAgent {
        ScriptedUserAgent(
            person: Person(user: user, password: Contoso.password), transport: provider, clock: clock)
    }

    /// The environment of an app of the suite: ADAL's items and those of MSAL's format, in one group of the keychain.
    func environment(_ browser: (any UserAgent)? = nil) throws -> ClientEnvironment {
        var environment = ClientEnvironment(
            transport: wire, clock: clock, random: SystemRandomSource(), store: InMemoryCredentialStore(),
            refreshLock: lock, userAgent: browser, pause: ImmediatePause(moving: clock))
        try environment.useADALKeychain(keychain, sharedGroup: "com.contoso.cache")
        return environment
    }

    /// An app with ADAL.
    ///
    /// - Parameter isOld: whether it writes only ADAL's items to the keychain, as Microsoft's ADAL did.
    func adal(_ browser: (any UserAgent)? = nil, isOld: Bool = false) throws -> ADAuthenticationContext {
        var environment = try environment(browser)
        if isOld { environment.store = InMemoryCredentialStore() }
        return try #require(
            ADAuthenticationContext(
                authority: "https://\(Contoso.host)/\(Contoso.tenantID)", validateAuthority: false,
                environment: environment))
    }

    /// An app with MSAL.
    ///
    /// - Parameter readsADAL: whether ADAL's items are read.
    func msal(
        _ browser: (any UserAgent)? = nil, readsADAL: Bool = true
    ) throws -> MSALPublicClientApplication {
        var environment = try environment(browser)
        if !readsADAL { environment.adalCache = nil }
        let authority = try MSALAADAuthority(
            environment: Contoso.host, audienceType: .azureADMyOrgOnlyAudience, rawTenant: Contoso.tenantID)
        let config = MSALPublicClientApplicationConfig(
            clientId: Contoso.suite, redirectUri: Contoso.redirect, authority: authority)
        return try MSALPublicClientApplication(configuration: config, environment: environment)
    }

    /// Signs a user in with ADAL, at the page.
    func signIn(
        _ user: String = Contoso.ada, isOld: Bool = false
    ) async throws -> (context: ADAuthenticationContext, person: ADUserInformation) {
        let context = try adal(browser(user), isOld: isOld)
        let result = await context.acquireToken(
            withResource: Contoso.files, clientId: Contoso.suite, redirectUri: URL(string: Contoso.redirect)!,
            promptBehavior: AD_PROMPT_ALWAYS, userId: user, extraQueryParameters: nil)
        try #require(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        try await expectAccepted(result.accessToken)
        return (context, try #require(result.tokenCacheItem?.userInformation))
    }

    /// The number of entries of a kind in the provider's sign-in log.
    func count(_ event: String) async throws -> Int { try await admin.count(event) }

    /// Moves the clock past the lifetime of every access token.
    func expireAccessTokens() { clock.advance(seconds: 7200) }

    /// Requires that the provider's API accepts the token, and that the token permits reading.
    func expectAccepted(_ token: String?) async throws {
        let driver = FlowDriver(
            transport: provider, clock: clock, random: SystemRandomSource(), userAgent: nil, pause: ImmediatePause())
        let metadata = try await driver.metadata(
            for: Authority("https://\(Contoso.host)/\(Contoso.tenantID)"))
        let keys = try await driver.keys(of: metadata, refresh: true)
        let jws = try JWS(compact: #require(token))
        let key = try #require(jws.keyID.flatMap { keys.key($0) })
        try jws.verify(with: key, algorithm: #require(key.algorithm))
        let claims = try JSONValue(parsing: jws.payload)
        let scopes = ScopeSet(spaceSeparated: claims["scp"]?.stringValue ?? "")
        #expect(scopes.contains("Files.Read"))
    }
}

extension ADAuthenticationContext {
    /// A silent call.
    func silent(_ user: String? = nil) async -> ADAuthenticationResult {
        await acquireTokenSilent(
            withResource: Contoso.files, clientId: Contoso.suite, redirectUri: URL(string: Contoso.redirect)!,
            userId: user, forceRefresh: false)
    }
}

extension MSALPublicClientApplication {
    /// A silent call.
    func silent(_ account: MSALAccount, forceRefresh: Bool = false) async throws -> MSALResult {
        let parameters = MSALSilentTokenParameters(scopes: Contoso.read, account: account)
        parameters.forceRefresh = forceRefresh
        return try await acquireTokenSilent(with: parameters)
    }

    /// A sign-in at the page.
    func signIn() async throws -> MSALResult {
        try await acquireToken(
            with: MSALInteractiveTokenParameters(scopes: Contoso.read, webviewParameters: MSALWebviewParameters()))
    }
}
