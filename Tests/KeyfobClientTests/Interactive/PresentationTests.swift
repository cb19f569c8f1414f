import KeyfobBackport
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Presentation of the sign-in page")
struct PresentationTests {
    /// Records events in their order.
    private final class Story: Sendable {
        private let events = Mutex<[String]>([])
        func add(_ event: String) { events.withLock { $0.append(event) } }
        var all: [String] { events.withLock { $0 } }
    }

    @Test("R15: the app's hooks run right before and right after the page, whatever its outcome")
    func hooks() async throws {
        let world = try await World()
        let story = Story()
        let pages = WatchedTransport(base: world.provider) { request in
            if request.url.path.hasSuffix("/authorize") { story.add("page") }
        }
        let wire = WatchedTransport(base: world.provider) { request in
            if request.url.path.hasSuffix("/token") { story.add("tokens") }
        }
        let browser = world.browser(through: pages)
        let app = try world.app(browser: browser, transport: wire)
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.hooks = PresentationHooks(
            willPresent: { story.add("before") }, didDismiss: { story.add("after") })
        let result = try await app.acquireToken(parameters)
        #expect(story.all == ["before", "page", "after", "tokens"])
        // A silent call shows no page, and runs no hooks.
        _ = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: result.account, forceRefresh: true))
        #expect(story.all == ["before", "page", "after", "tokens", "tokens"])
        // Nor does a call that fails before the page.
        var wrong = parameters
        wrong.scopes = ["openid"]
        let refused = wrong
        #expect(
            await failure { () async throws(AuthError) in try await app.acquireToken(refused) }?.code == .configuration)
        #expect(story.all.count == 5)
        // A user who cancels is an outcome like any other.
        browser.person.password = Secret("wrong")
        parameters.prompt = .login
        let declined = parameters
        #expect(
            await failure { () async throws(AuthError) in try await app.acquireToken(declined) }?.code == .userCanceled)
        #expect(story.all == ["before", "page", "after", "tokens", "tokens", "before", "page", "after"])
    }

    @Test("A request may have its own user agent")
    func perRequest() async throws {
        let world = try await World()
        let usual = world.browser(Contoso.ada)
        let own = world.browser(Contoso.grace)
        let app = try world.app(browser: usual)
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.userAgent = own
        #expect(try await app.acquireToken(parameters).account.username == Contoso.grace)
        #expect(usual.visits.isEmpty && own.visits.count == 1)
        #expect(try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account.username == Contoso.ada)
    }

    @Test("R131: with the browser's cookie alone a silent call requires the user; the cookie then saves the password")
    func cookieAlone() async throws {
        let world = try await World()
        let browser = world.browser()
        let account = try await world.app(browser: browser, store: InMemoryCredentialStore())
            .acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        #expect(browser.cookies.count > 0)
        // An app that shares the browser but not the store.
        let app = try world.app("b", browser: browser)
        let visits = browser.visits.count
        let error = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        }
        #expect(error?.code == .interactionRequired)
        #expect(browser.visits.count == visits)
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, account: account))
        #expect(try await world.count("password_prompt") == 1)
        // An app that shares the store needs neither cookie nor user.
        let sibling = try world.app("c")
        let silent = try await sibling.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        #expect(silent.accessToken == result.accessToken)
    }

    @Test("R16: without a broker, single sign-on covers the identities that this suite has signed in, and no others")
    func suiteOnly() async throws {
        let world = try await World()
        let ada = try await world.signedIn("a", user: Contoso.ada).result.account
        let other = try world.app(browser: world.browser(Contoso.grace), clientID: Contoso.fabrikam)
        let grace = try await other.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        let sibling = try world.app("b", browser: world.browser())
        #expect(try sibling.accounts().map(\.username) == [Contoso.ada])
        #expect(
            try await sibling.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: ada)).source == .cache)
        for (app, account) in [(sibling, grace), (other, ada)] {
            let error = await failure { () async throws(AuthError) in
                try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
            }
            #expect(error?.code == .interactionRequired)
        }
    }

    @Test(
        "The request's values reach the page: hints, prompt, method, slice, claims, consent and extra parameters")
    func parameters() async throws {
        let world = try await World()
        let account = try await world.signedIn().result.account
        let pages = RecordingTransport(world.provider)
        let app = try world.app("b", browser: world.browser(through: pages)) {
            $0.slice = ServiceSlice(slice: "testslice", dataCenter: "ESTS-1")
            $0.capabilities = ["CP1"]
        }
        var parameters = InteractiveParameters(
            scopes: Contoso.read, prompt: .selectAccount, loginHint: "ignored@contoso.test",
            extraScopesToConsent: Contoso.readWrite, account: account, domainHint: "contoso.test")
        parameters.claims = try ClaimsRequest(#"{"id_token":{"auth_time":{"essential":true}}}"#)
        parameters.preferredAuthMethod = .qrPIN
        parameters.extraQueryParameters = ["x-own": "1", "client_id": "evil", "nonce": "evil", "request": "evil"]
        _ = try await app.acquireToken(parameters)
        let sent = try #require(pages.requests(to: "/authorize").first).queryParameters()
        #expect(sent["login_hint"] == Contoso.ada)
        #expect(sent["domain_hint"] == "contoso.test")
        #expect(sent["prompt"] == "select_account")
        #expect(sent["pc"] == "18")
        #expect(sent["slice"] == "testslice" && sent["dc"] == "ESTS-1")
        #expect(sent["x-own"] == "1" && sent["client_id"] == Contoso.suite && sent["nonce"] != "evil")
        #expect(sent["request"] == nil)
        #expect(sent["claims"]?.contains("xms_cc") == true && sent["claims"]?.contains("auth_time") == true)
        #expect("\(sent["login_req"] ?? "").\(sent["domain_req"] ?? "")" == account.identifier)
        #expect(sent["scope"]?.contains("Files.ReadWrite") == true)
        let token = try #require(world.wire.requests(to: "/token").last)
        #expect(try token.queryParameters()["slice"] == "testslice")
        #expect(try token.formParameters()["scope"]?.contains("Files.ReadWrite") == false)
        parameters.extraQueryParameters = ["claims": "{}"]
        let doubled = parameters
        #expect(
            await failure { () async throws(AuthError) in try await app.acquireToken(doubled) }?.code == .configuration)
    }
}

/// Reports each request before it is sent on.
private struct WatchedTransport: HTTPTransport {
    let base: any HTTPTransport
    let watch: @Sendable (HTTPRequest) -> Void

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        watch(request)
        return try await base.send(request)
    }
}
