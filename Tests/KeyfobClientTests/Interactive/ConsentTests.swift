import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Scopes and consent")
struct ConsentTests {
    @Test("R88: requests contain the scopes as resource and permission, and OpenID's own")
    func wire() async throws {
        let world = try await World()
        let recorded = RecordingTransport(world.provider)
        let app = try world.app(browser: world.browser(through: recorded))
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let request = try #require(recorded.requests(to: "/authorize").first)
        let scope = try FormParameters(parsing: #require(request.url.query))["scope"]
        #expect(scope == "api://files/Files.Read openid profile offline_access")
        #expect(try await world.validatedScopes(result.accessToken) == ["Files.Read"])
    }

    @Test("R89: scopes without consent are requested; the second call has no prompt")
    func asksOnce() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser())
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.both))
        #expect(try await world.count("consent_prompt") == 1)
        #expect(try await world.validatedScopes(first.accessToken) == ["Files.Read", "Files.ReadWrite"])
        let second = try await app.acquireToken(InteractiveParameters(scopes: Contoso.both, account: first.account))
        #expect(second.scopes.contains("api://files/Files.ReadWrite"))
        #expect(try await world.count("consent_prompt") == 1)
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("R90: a token may have more scopes than requested: those that were consented to before")
    func superset() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn(scopes: Contoso.both)
        let result = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true))
        #expect(Contoso.both.isSubset(of: result.scopes))
        #expect(try await world.validatedScopes(result.accessToken) == ["Files.Read", "Files.ReadWrite"])
    }

    @Test("`email` is reported as granted only where the server names it, and the token is found again without it")
    func email() async throws {
        let world = try await World()
        for granted in ["api://files/Files.Read openid profile offline_access", "api://files/Files.Read email openid"] {
            let transport = GrantingTransport(base: world.provider, scope: granted)
            let app = try world.app(browser: world.browser(), store: InMemoryCredentialStore(), transport: transport)
            let wanted = Contoso.read.union(["email"])
            let result = try await app.acquireToken(InteractiveParameters(scopes: wanted))
            #expect(result.scopes == ScopeSet(spaceSeparated: granted).subtracting(.reserved))
            let silent = try await app.acquireTokenSilent(SilentParameters(scopes: wanted, account: result.account))
            #expect(silent.source == .cache && silent.scopes == result.scopes)
        }
    }

    @Test("R91: the consent page shows only scopes that were not granted before")
    func onlyNew() async throws {
        let world = try await World()
        let pages = RecordingTransport(world.provider)
        let browser = world.browser(through: pages)
        let app = try world.app(browser: browser)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let granted = try #require(pages.consentPages.last)
        #expect(granted == ["Files.Read"])
        let silent = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.both, account: first.account))
        }
        #expect(silent?.code == .interactionRequired)
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.both, account: first.account))
        let delta = try #require(pages.consentPages.last)
        #expect(delta == ["Files.ReadWrite"])
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.both, account: first.account))
        #expect(browser.visits.last?.pages.contains("consent") == false)
    }

    @Test("R118: one of two scopes declined: the error lists both kinds, and the token for the granted one is kept")
    func declined() async throws {
        let world = try await World()
        let browser = world.browser()
        browser.person.declining = ["\(SeedData.filesAppID)/Files.ReadWrite", "api://files/Files.ReadWrite"]
        let app = try world.app(browser: browser)
        let error = try #require(
            await failure { () async throws(AuthError) in
                try await app.acquireToken(InteractiveParameters(scopes: Contoso.both))
            })
        #expect(error.code == .serverDeclinedScopes)
        #expect(error.declinedScopes == Contoso.readWrite)
        #expect(error.grantedScopes == Contoso.read)
        let account = try #require(try app.accounts().first)
        let kept = try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        #expect(kept.source == .cache)
        #expect(try await world.validatedScopes(kept.accessToken) == ["Files.Read"])
    }

    @Test("Reserved and malformed scopes are refused before a request is sent")
    func reserved() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try world.app(browser: browser)
        for scopes: ScopeSet in [["openid"], ["OFFLINE_ACCESS", "api://files/Files.Read"], ["a b"], ["a\"b"]] {
            let error = await failure { () async throws(AuthError) in
                try await app.acquireToken(InteractiveParameters(scopes: scopes))
            }
            #expect(error?.code == .configuration)
        }
        #expect(browser.visits.isEmpty)
        #expect(world.wire.exchanges.isEmpty)
    }
}

extension RecordingTransport {
    /// The API's scopes that each consent page offered, by name.
    fileprivate var consentPages: [ScopeSet] {
        exchanges.compactMap { exchange in
            guard let body = exchange.response?.body else { return nil }
            let page = HTMLDocument(String(decoding: body, as: UTF8.self))
            guard page.pageName == "consent" else { return nil }
            let values = page.forms.flatMap { $0.values("scope") }
            return ScopeSet(values.filter { !ScopeRules.isOpenID($0) }.map(ScopeRules.name))
        }
    }
}

/// A provider that names the scopes of its tokens as the test sets.
private struct GrantingTransport: HTTPTransport {
    let base: any HTTPTransport
    let scope: String

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var response = try await base.send(request)
        guard var members = (try? JSONValue(parsing: response.body))?.objectValue, members["scope"] != nil else {
            return response
        }
        members["scope"] = .string(scope)
        response.body = JSONValue.object(members).bytes()
        return response
    }
}
