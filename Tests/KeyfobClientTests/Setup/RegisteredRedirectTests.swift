import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobSetup
import KeyfobTesting
import Testing

/// Apps whose redirect URIs are derived from their bundle ids, checked against their registrations at the provider.
@Suite("Brokered redirect URIs at the provider")
struct RegisteredRedirectTests {
    private func app(
        _ world: World, _ bundleID: String, _ scheme: String, redirectURI: String? = nil,
        clientID: String = Contoso.suite, browser: ScriptedUserAgent? = nil
    ) throws -> PublicClientApplication {
        let facts = BundleFacts(
            platform: .iOS, bundleID: bundleID, urlTypes: [BundleFacts.URLType(schemes: [scheme])],
            queriedSchemes: ["msauthv2", "msauthv3"])
        return PublicClientApplication(
            configuration: try ClientConfiguration(
                clientID: clientID, redirectURI: redirectURI, authority: Contoso.authority(), bundle: facts),
            environment: ClientEnvironment(
                transport: world.wire, clock: world.clock, store: world.store, refreshLock: world.lock,
                userAgent: browser ?? world.browser(), pause: ImmediatePause(moving: world.clock)))
    }

    private func findings(_ world: World, _ app: PublicClientApplication) async throws -> [SetupFinding] {
        let export = try await world.admin.registration(of: app.configuration.clientID)
        let bundleID = app.configuration.appIdentifier
        var subject = SetupSubject(
            facts: BundleFacts(
                platform: .iOS, bundleID: bundleID,
                urlTypes: [BundleFacts.URLType(schemes: [app.configuration.redirectURI.scheme])],
                queriedSchemes: ["msauthv2", "msauthv3"]))
        subject.redirectURI = app.configuration.redirectURI.value
        subject.registration = try RegisteredApplication(export: export.bytes())
        return SetupRules.findings(for: subject)
    }

    @Test("R124: ADAL's brokered redirect URI works unchanged, from configuration to a cached token")
    func adalForm() async throws {
        let world = try await World()
        let uri = "x-msauth-contoso://test.contoso.a"
        let app = try app(world, "test.contoso.a", "x-msauth-contoso", redirectURI: uri)
        #expect(try await findings(world, app).errors.isEmpty)
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let again = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: result.account))
        #expect(again.accessToken == result.accessToken)
        let entry = try await world.admin.signIns().last { $0["event"]?.stringValue == "code_issued" }
        #expect(entry?["redirect_uri"]?.stringValue == uri)
        #expect(app.configuration.appIdentifier == "test.contoso.a")
    }

    @Test("R139: an app that never used a broker has to register the new redirect URI first, and then it works")
    func registering() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try app(
            world, "test.fabrikam.reader", "msauth.test.fabrikam.reader", clientID: Contoso.fabrikam, browser: browser)
        #expect(app.configuration.redirectURI.value == "msauth.test.fabrikam.reader://auth")

        let before = try await findings(world, app)
        #expect(before.errors.codes == [.redirectNotRegistered])
        let error = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(error != nil && browser.visits.last?.errorNumber == 50011)

        let present = try await world.admin.registration(of: Contoso.fabrikam)
        let uris = (present["publicClient"]?["redirectUris"]?.arrayValue ?? []).compactMap(\.stringValue)
        let both = [
            "msauth.test.fabrikam.reader://auth", "msauth://code/msauth.test.fabrikam.reader%3A%2F%2Fauth",
        ]
        try await world.admin.put(
            application: [
                "appId": .string(Contoso.fabrikam), "publicClient": ["redirectUris": .strings(uris + both)],
            ])

        #expect(try await findings(world, app).isEmpty)
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(result.account.username == Contoso.ada)
    }

    @Test("R71: without the second redirect URI, for certificates, every other flow passes")
    func withoutCertificates() async throws {
        let world = try await World()
        let app = try app(world, "test.contoso.a", "msauth.test.contoso.a")
        let found = try await findings(world, app)
        #expect(found.codes.contains(.certificateRedirectMissing) && found.errors.isEmpty)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        world.expireAccessTokens()
        let refreshed = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(refreshed.accessToken != first.accessToken)
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.readWrite, account: first.account))
        try await app.removeAccount(first.account)
        #expect(try app.accounts().isEmpty)
        let device = try await app.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: Contoso.read)) { prompt in
            var person = Person(user: Contoso.ada, password: Contoso.password)
            person.userCode = prompt.userCode
            var browser = FormBrowser(transport: world.provider, clock: world.clock)
            guard let url = HTTPURL(prompt.verificationURI) else { return }
            _ = try? await person.visit(url, with: &browser)
        }
        #expect(device.account.identifier == first.account.identifier)
    }
}
