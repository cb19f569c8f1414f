import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Interactive sign-in")
struct SignInTests {
    @Test("A sign-in with another account than the requested one is an error, and nothing is stored")
    func mismatch() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let before = try world.store.homeAccountIDs()
        let other = try world.app("b", browser: world.browser(Contoso.grace))
        let error = await failure { () async throws(AuthError) in
            try await other.acquireToken(InteractiveParameters(scopes: Contoso.read, account: first.account))
        }
        #expect(error?.code == .accountMismatch)
        #expect(try world.store.homeAccountIDs() == before)
        #expect(try app.accounts().map(\.username) == [Contoso.ada])
    }

    @Test("The stored account has the user's names and the client info of the response, as IdentityCore's has")
    func accountItem() async throws {
        let world = try await World()
        let (_, result) = try await world.signedIn()
        let claims = try #require(result.tenantProfile?.claims)
        let entity = try #require(
            try world.store.partition(homeAccountID: result.account.identifier)?.accounts.first)
        let members = try entity.contents.open().unknown
        #expect(members["name"]?.stringValue == "Ada Lovelace" && members["name"] == claims["name"])
        for name in ["given_name", "family_name", "middle_name"] { #expect(members[name] == claims[name], "\(name)") }
        let info = try #require(members["client_info"]?.stringValue.flatMap(ClientInfo.init(rawValue:)))
        #expect(info.homeAccountID == result.account.identifier)
    }

    @Test("The user can correct a wrong password; giving up is a cancellation")
    func wrongPassword() async throws {
        let world = try await World()
        let browser = world.browser()
        browser.person.password = Secret("wrong")
        let app = try world.app(browser: browser)
        let error = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(error?.code == .userCanceled)
        #expect(browser.visits.first?.errorNumber == 50126)
        #expect(try app.accounts().isEmpty)
    }

    @Test("Declining the whole consent is a cancellation")
    func declinedConsent() async throws {
        let world = try await World()
        let browser = world.browser()
        browser.person.consents = false
        let app = try world.app(browser: browser)
        let error = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(error?.code == .userCanceled)
        #expect(try app.accounts().isEmpty)
    }

    @Test("The account's name fills in the page; a prompt is passed on", arguments: ["login", "select_account"])
    func hints(_ prompt: String) async throws {
        let world = try await World()
        let recorded = RecordingTransport(world.provider)
        let app = try world.app(browser: world.browser(through: recorded))
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, loginHint: Contoso.ada))
        _ = try await app.acquireToken(
            InteractiveParameters(
                scopes: Contoso.read, prompt: InteractivePrompt(rawValue: prompt), loginHint: "ignored@contoso.test",
                account: first.account))
        let queries = try recorded.requests(to: "/authorize").map { try FormParameters(parsing: $0.url.query ?? "") }
            .filter { $0["client_id"] != nil }
        #expect(queries.map { $0["login_hint"] } == [Contoso.ada, Contoso.ada])
        #expect(queries.map { $0["prompt"] } == [nil, prompt])
    }

    @Test("Without a browser the call fails with a remedy")
    func noBrowser() async throws {
        let world = try await World()
        let app = try world.app()
        let error = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(error?.code == .userAgentUnavailable)
        #expect(error?.remedy?.isEmpty == false)
    }

    @Test(
        "Tokens that cannot be stored are returned, from a sign-in or a refresh, and the result says so")
    func fullDisk() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser(), store: FullStore(base: world.store))
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(result.source == .interactive && result.storeFailure == .storeUnavailable)
        #expect(result.account.username == Contoso.ada)
        #expect(try await world.validatedScopes(result.accessToken) == ["Files.Read"])
        #expect(try app.accounts().isEmpty)
        #expect(world.log.levels(of: "could not be stored") == [.error])
        let (_, first) = try await world.signedIn()
        #expect(first.storeFailure == nil)
        world.expireAccessTokens()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        for _ in 0..<2 {
            let refreshed = try await app.acquireTokenSilent(parameters)
            #expect(refreshed.source == .refresh && refreshed.storeFailure == .storeUnavailable)
        }
    }

    @Test("An app that can never store tokens, for lack of an entitlement, gets an error at its first sign-in")
    func missingEntitlement() async throws {
        let world = try await World()
        let refusal = AuthError(
            .configuration, origin: .store, message: "The keychain refused.", cause: KeychainStatus.missingEntitlement)
        let app = try world.app(browser: world.browser(), store: FullStore(base: world.store, error: refusal))
        let error = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(error?.code == .configuration)
        #expect(error?.cause as? KeychainStatus == .missingEntitlement)
    }

    @Test("By device code: the user enters the code elsewhere, and the tokens are stored")
    func deviceCode() async throws {
        let world = try await World()
        let app = try world.app()
        let result = try await app.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: Contoso.read)) { prompt in
            var person = Person(user: Contoso.ada, password: Contoso.password)
            person.userCode = prompt.userCode
            var browser = FormBrowser(transport: world.provider, clock: world.clock)
            guard let url = HTTPURL(prompt.verificationURI) else { return }
            _ = try? await person.visit(url, with: &browser)
        }
        #expect(result.source == .deviceCode)
        #expect(result.account.username == Contoso.ada)
        #expect(try await world.validatedScopes(result.accessToken) == ["Files.Read"])
        #expect(
            try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: result.account)).source
                == .cache)
    }

    @Test("A device code that is not entered in time requires the user again")
    func deviceCodeExpires() async throws {
        let world = try await World()
        let app = try world.app()
        let error = await failure { () async throws(AuthError) in
            try await app.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: Contoso.read)) { _ in }
        }
        #expect(error?.code == .interactionRequired)
    }
}
