import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobSetup
import KeyfobTesting
import Testing

/// Every gap in an app's setup is reported before another app is opened, each with its own message.
@Suite struct BrokerSetupTests {
    private func finding(_ facts: BundleFacts, redirect: String? = nil) async throws -> (SetupFinding?, ScriptedApp) {
        let device = try await BrokerWorld()
        let app = try device.app(facts, redirect: redirect)
        let error = await failure { () async throws(AuthError) in try await app.signIn() }
        #expect(error == nil || error?.code == .configuration)
        #expect(app.browser.visits.isEmpty || error == nil)
        return (error?.cause as? SetupFinding, app.device)
    }

    @Test(arguments: [("msauthv3", "msauthv2"), ("msauthv2", "msauthv3")])
    func `R126: each broker scheme that the app may not query is an error that names it`(
        declared: String, missing: String
    ) async throws {
        let (finding, app) = try await finding(BrokerWorld.facts(queries: [declared]))
        #expect(finding?.code == .queriedSchemeMissing)
        #expect(finding?.message.contains(missing) == true)
        #expect(app.asked.isEmpty && app.opened.isEmpty)
    }

    @Test func `R63: an app without its own URL scheme is not sent to a broker`() async throws {
        let (finding, app) = try await finding(BrokerWorld.facts(schemes: []))
        #expect(finding?.code == .schemeNotDeclared)
        #expect(app.opened.isEmpty)
    }

    @Test func `R125: a redirect URI whose scheme the app does not declare is a configuration error`()
        async throws
    {
        let (finding, app) = try await finding(BrokerWorld.facts(schemes: ["x-other-scheme"]))
        #expect(finding?.code == .schemeNotDeclared)
        #expect(finding?.message.contains("msauth.test.contoso.a") == true)
        #expect(app.opened.isEmpty)
        // Present, also in another letter case and next to others, it is not reported.
        let whole = BrokerWorld.facts(schemes: ["x-other-scheme", "MSAUTH.test.contoso.a"])
        #expect(try await self.finding(whole).0 == nil)
    }

    @Test func `R124-part: ADAL's form of the redirect URI is accepted unchanged`() async throws {
        let facts = BrokerWorld.facts(schemes: ["x-msauth-contoso"])
        let (finding, app) = try await finding(facts, redirect: "x-msauth-contoso://test.contoso.a")
        #expect(finding == nil)
        #expect(app.received.first?.hasPrefix("x-msauth-contoso://test.contoso.a/broker?") == true)
    }

    @Test func `the required scheme is that of the broker that the app uses`() async throws {
        let world = try await World()
        let broker = ScriptedBroker(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: world.provider,
            clock: world.clock, identity: .keyfob)
        let facts = BrokerWorld.facts(queries: ["keyfobauthv2", "keyfobauthv3"])
        let app = ScriptedApp(facts: facts, broker: broker)
        var inputs = BrokerInputs(
            use: .automatic, facts: facts, redirectURI: "msauth.test.contoso.a://auth", authority: Contoso.authority())
        inputs.schemes = .keyfob
        inputs.presence = await .detect(facts, schemes: .keyfob, opener: app)
        #expect(inputs.presence == .installed(scheme: "keyfobauthv2"))
        #expect(BrokerRoute(inputs).steps == [.url, .local])
    }
}
