import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Signing out")
struct SignOutTests {
    @Test("with the browser ends the provider's session too: the next sign-in asks for the password")
    func fromBrowser() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try world.app(browser: browser)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try await world.count("password_prompt") == 1)
        try await app.signOut(first.account, SignOutParameters(fromBrowser: true))
        #expect(try app.accounts().isEmpty)
        #expect(try await world.count("signed_out") == 1)
        let visit = try #require(browser.visits.last)
        #expect(visit.redirect?.hasPrefix("http://localhost/contoso-a?state=") == true)
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try await world.count("password_prompt") == 2)
    }

    @Test("names the account and the target, without a prompt: id_token_hint, logout_hint, and extra parameters")
    func hints() async throws {
        let world = try await World()
        let pages = RecordingTransport(world.provider)
        let app = try world.app(browser: world.browser(through: pages))
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        pages.clear()
        var parameters = SignOutParameters(fromBrowser: true)
        parameters.extraQueryParameters = ["x-app": "1", "state": "mine", "id_token_hint": "mine"]
        try await app.signOut(first.account, parameters)
        let sent = try #require(pages.requests(to: "/logout").first).queryParameters()
        #expect(sent["id_token_hint"] == first.idToken?.reveal())
        #expect(sent["logout_hint"]?.isEmpty == false)
        #expect(sent["client_id"] == Contoso.suite)
        #expect(sent["post_logout_redirect_uri"] == "http://localhost/contoso-a")
        #expect(try sent["login_req"] == first.account.userID() && sent["domain_req"] == Contoso.tenantID)
        #expect(sent["x-app"] == "1")
        #expect(sent["state"] != "mine" && sent["state"]?.isEmpty == false)
    }

    @Test(
        "A user who closes the page has not prevented it, and a browser that does not start fails after the removal")
    func closed() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        var parameters = SignOutParameters(fromBrowser: true)
        parameters.userAgent = RefusingUserAgent(.userCanceled)
        try await app.signOut(first.account, parameters)
        #expect(try app.accounts().isEmpty)
        let again = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        parameters.userAgent = RefusingUserAgent(.userAgentUnavailable)
        let broken = parameters
        let error = await failure { () async throws(AuthError) in try await app.signOut(again.account, broken) }
        #expect(error?.code == .userAgentUnavailable)
        #expect(error?.correlationID?.isEmpty == false)
        #expect(try app.accounts().isEmpty)
    }

    @Test("An id token that the store cannot unseal does not prevent signing out")
    func unreadableIDToken() async throws {
        let world = try await World()
        let pages = RecordingTransport(world.provider)
        let app = try world.app(browser: world.browser(through: pages))
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let partition = try #require(try world.store.partition(homeAccountID: first.account.identifier))
        try await world.store.write { transaction throws(AuthError) in
            for token in partition.idTokens {
                let sealed = CredentialContents { () throws(AuthError) in
                    throw AuthError(.storeUnavailable, origin: .store, message: "The row is damaged.")
                }
                try transaction.put(
                    .idToken(
                        IDTokenEntity(
                            homeAccountID: token.homeAccountID, environment: token.environment,
                            clientID: token.clientID, realm: token.realm, contents: sealed)))
            }
        }
        pages.clear()
        try await app.signOut(first.account, SignOutParameters(fromBrowser: true))
        #expect(try app.accounts().isEmpty)
        let sent = try #require(pages.requests(to: "/logout").first).queryParameters()
        #expect(sent["id_token_hint"] == nil && sent["logout_hint"] == Contoso.ada)
        #expect(world.log.levels(of: "could not be read") == [.warning])
    }

    @Test("Without the browser no page is shown and no request is sent; the siblings and the session stay")
    func here() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let sibling = try world.app("b")
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        _ = try await sibling.acquireTokenSilent(parameters)
        world.wire.clear()
        try await app.signOut(first.account)
        #expect(world.wire.exchanges.isEmpty)
        #expect(try app.accounts().isEmpty)
        #expect(try await sibling.acquireTokenSilent(parameters).accessToken == first.accessToken)
    }

    @Test("Wiping affects every client and app: one account, or all of them")
    func wipes() async throws {
        let world = try await World()
        let (_, ada) = try await world.signedIn("a", user: Contoso.ada)
        let (app, _) = try await world.signedIn("b", user: Contoso.grace)
        let other = try world.app(browser: world.browser(Contoso.ada), clientID: Contoso.fabrikam)
        _ = try await other.acquireToken(InteractiveParameters(scopes: Contoso.read))
        try await app.signOut(ada.account, SignOutParameters(wipesAccount: true))
        #expect(try app.accounts().map(\.username) == [Contoso.grace])
        #expect(try other.accounts().isEmpty)
        _ = try await other.acquireToken(InteractiveParameters(scopes: Contoso.read))
        try await app.signOut(ada.account, SignOutParameters(wipesAllAccounts: true))
        #expect(try app.accounts().isEmpty && other.accounts().isEmpty)
        #expect(try world.store.homeAccountIDs().isEmpty)
        #expect(world.log.texts.contains { $0.contains("Every account was wiped") })
    }

    @Test("A provider without a sign-out page: the account is removed, and the app learns that the session stays")
    func noPage() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let app = try world.app(browser: world.browser(), transport: WithoutEndSession(base: world.wire))
        let error = await failure { () async throws(AuthError) in
            try await app.signOut(first.account, SignOutParameters(fromBrowser: true))
        }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("end_session_endpoint") == true)
        #expect(try app.accounts().isEmpty)
    }
}

/// A provider whose metadata names no sign-out page.
private struct WithoutEndSession: HTTPTransport {
    let base: any HTTPTransport

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var response = try await base.send(request)
        guard var members = (try? JSONValue(parsing: response.body))?.objectValue else { return response }
        members["end_session_endpoint"] = nil
        if request.url.path.hasSuffix("openid-configuration") { response.body = JSONValue.object(members).bytes() }
        return response
    }
}
