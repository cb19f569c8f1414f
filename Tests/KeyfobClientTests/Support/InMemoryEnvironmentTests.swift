import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobSetup
import KeyfobTesting
import Testing

/// What KeyfobTesting offers to the authors of apps, used as its page shows.
struct InMemoryEnvironmentTests {
    private static func configuration(_ redirect: String, bundleID: String? = nil) throws -> ClientConfiguration {
        try ClientConfiguration(
            clientID: "aaaaaaaa-0000-4000-8000-000000000001", redirectURI: RedirectURI(redirect),
            authority: Authority("https://localhost:8443/contoso.test"), appIdentifier: bundleID)
    }

    @Test("an app's test signs in once, moves the clock and gets a second token without a prompt")
    func withoutFiles() async throws {
        let clock = MovableClock()
        let provider = try await InMemoryProvider(clock: clock)
        let user = Person(user: "ada@contoso.test", password: "Keyfob-demo-1")
        let browser = ScriptedUserAgent(person: user, transport: provider, clock: clock)
        let environment = ClientEnvironment(inMemory: provider, clock: clock, userAgent: browser)
        let first = PublicClientApplication(
            configuration: try Self.configuration("http://localhost/contoso-a"), environment: environment)
        let scopes: ScopeSet = ["api://files/Files.Read"]
        let signIn = try await first.acquireToken(InteractiveParameters(scopes: scopes))
        clock.advance(seconds: 7200)
        let renewed = try await first.acquireTokenSilent(SilentParameters(scopes: scopes, account: signIn.account))
        #expect(renewed.accessToken != signIn.accessToken)
        // A second app of the suite, with a copy of the environment.
        let second = PublicClientApplication(
            configuration: try Self.configuration("http://localhost/contoso-b"), environment: environment)
        #expect(try second.accounts().map(\.identifier) == [signIn.account.identifier])
        #expect(try await provider.admin.count("password_prompt") == 1)
    }

    @Test("an app's test signs in at a broker that follows a script")
    func throughTheBroker() async throws {
        let clock = MovableClock()
        let provider = try await InMemoryProvider(clock: clock)
        let user = Person(user: "ada@contoso.test", password: "Keyfob-demo-1")
        let facts = BundleFacts(
            platform: .iOS, bundleID: "test.contoso.a",
            urlTypes: [.init(schemes: ["msauth.test.contoso.a"])], queriedSchemes: ["msauthv2", "msauthv3"])
        let app = ScriptedApp(facts: facts, broker: ScriptedBroker(person: user, transport: provider, clock: clock))
        var environment = ClientEnvironment(inMemory: provider, clock: clock)
        environment.broker = app.access()
        let configuration = try Self.configuration("msauth.test.contoso.a://auth", bundleID: "test.contoso.a")
        let application = PublicClientApplication(configuration: configuration, environment: environment)
        app.onURL { url, source in application.handleResponse(url, sourceApplication: source) }
        let result = try await application.acquireToken(InteractiveParameters(scopes: ["api://files/Files.Read"]))
        #expect(result.account.username == "ada@contoso.test")
        #expect(app.opened.count == 1)
    }
}
