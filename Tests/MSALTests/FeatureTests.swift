import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import MSAL
import Synchronization
import Testing

@Suite("Effects of parameters and configuration", .ownProcess)
struct FeatureTests {
    private func account(_ result: MSALResult) -> MSALSilentTokenParameters {
        MSALSilentTokenParameters(scopes: Contoso.read, account: result.account)
    }

    @Test("Hints, prompts, extra scopes and extra parameters are in the authorization request")
    func authorizationRequest() async throws {
        let world = try await World()
        let pages = RecordingTransport(world.provider)
        let browser = ScriptedUserAgent(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: pages, clock: world.clock)
        let app = try world.app(browser: browser) { config in
            config.clientApplicationCapabilities = ["CP1"]
            config.sliceConfig = MSALSliceConfig(slice: "testslice", dc: "ESTS-PUB")
        }
        let parameters = Contoso.interactive()
        parameters.promptType = .selectAccount
        parameters.loginHint = Contoso.ada
        parameters.domainHint = "contoso.test"
        parameters.preferredAuthMethod = .QRPIN
        parameters.extraScopesToConsent = ["api://files/Files.ReadWrite"]
        parameters.extraQueryParameters = ["campaign": "spring", "client_id": "evil"]
        parameters.claimsRequest = try MSALClaimsRequest(challenge: #"{"id_token":{"email":null}}"#)
        let result = try await app.acquireToken(with: parameters)
        #expect(result.account.username == Contoso.ada)
        let request = try #require(pages.requests(to: "/authorize").first)
        let query = try FormParameters(parsing: #require(request.url.query))
        #expect(query["prompt"] == "select_account" && query["login_hint"] == Contoso.ada)
        #expect(query["domain_hint"] == "contoso.test" && query["pc"] == "18")
        #expect(query["slice"] == "testslice" && query["dc"] == "ESTS-PUB")
        #expect(query["campaign"] == "spring" && query["client_id"] == Contoso.suite)
        #expect(query["scope"]?.contains("Files.ReadWrite") == true && query["scope"]?.contains("Files.Read ") == true)
        #expect(query["claims"] == #"{"access_token":{"xms_cc":{"values":["CP1"]}},"id_token":{"email":null}}"#)
        #expect(query["code_challenge_method"] == "S256" && query["nonce"] != nil && query["client_secret"] == nil)
    }

    @Test(
        "By default no prompt is sent, and each prompt type sends its value",
        arguments: [
            (MSALPromptType.default, nil), (.promptIfNecessary, nil), (.login, "login"), (.consent, "consent"),
            (.create, "create"), (.selectAccount, "select_account"),
        ] as [(MSALPromptType, String?)])
    func prompts(_ type: MSALPromptType, _ word: String?) async throws {
        let world = try await World()
        let pages = RecordingTransport(world.provider)
        let browser = ScriptedUserAgent(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: pages, clock: world.clock)
        let parameters = Contoso.interactive()
        parameters.promptType = type
        _ = await failure { try await world.app(browser: browser).acquireToken(with: parameters) }
        let request = try #require(pages.requests(to: "/authorize").first)
        #expect(try FormParameters(parsing: #require(request.url.query))["prompt"] == word)
    }

    @Test("Pop: the result is a signed request that contains method, host, path, nonce and the token")
    func proofOfPossession() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser())
        let parameters = Contoso.interactive()
        parameters.authenticationScheme = MSALAuthenticationSchemePop(
            httpMethod: .PATCH, request: try #require(URL(string: "https://api.test/files/1?a=b")), nonce: "n-1",
            additionalParameters: nil)
        let result = try await app.acquireToken(with: parameters)
        #expect(result.authenticationScheme == "Pop" && result.authorizationHeader == "Pop \(result.accessToken)")
        let parts = result.accessToken.split(separator: ".").map(String.init)
        let middle = try #require(parts.dropFirst().first)
        let payload = try JSONValue(parsing: #require(Base64URL.decode(middle)))
        #expect(payload["m"] == "PATCH" && payload["u"] == "api.test" && payload["p"] == "/files/1")
        #expect(payload["nonce"] == "n-1" && payload["cnf"]?["jwk"] != nil)
        let held = try #require(payload["at"]?.stringValue)
        #expect(held.split(separator: ".").count == 3 && held != result.accessToken)
        // Silently too, from the cache, for another request; a bearer token is a different token.
        let silent = account(result)
        silent.authenticationScheme = MSALAuthenticationSchemePop(
            httpMethod: .GET, request: try #require(URL(string: "https://api.test/")), nonce: nil,
            additionalParameters: nil)
        let second = try await app.acquireTokenSilent(with: silent)
        #expect(second.authenticationScheme == "Pop" && second.accessToken != result.accessToken)
        let bearer = try await app.acquireTokenSilent(with: account(result))
        #expect(bearer.authenticationScheme == "Bearer" && bearer.accessToken != held)
        silent.authenticationScheme = MSALAuthenticationSchemePop(
            httpMethod: .GET, request: try #require(URL(string: "mailto:a@b")), nonce: nil, additionalParameters: nil
        )
        let refused = await failure { try await app.acquireTokenSilent(with: silent) }
        #expect(refused?.internalCode == .internalErrorInvalidParameter)
    }

    @Test("A claims request goes to the server although a token is cached; capabilities alone do not")
    func claims() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser()) { $0.clientApplicationCapabilities = ["CP1"] }
        let first = try await app.acquireToken(with: Contoso.interactive())
        let silent = account(first)
        world.wire.clear()
        #expect(try await app.acquireTokenSilent(with: silent).accessToken == first.accessToken)
        #expect(world.wire.exchanges.isEmpty)
        silent.claimsRequest = try MSALClaimsRequest(
            challenge: Data(#"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#.utf8).base64EncodedString())
        #expect(try await app.acquireTokenSilent(with: silent).accessToken != first.accessToken)
        let body = try #require(world.wire.requests(to: "/token").first?.body)
        let claims = try FormParameters(parsing: String(decoding: body, as: UTF8.self))["claims"]
        #expect(claims?.contains("xms_cc") == true && claims?.contains("nbf") == true)
    }

    @Test("A cached error is marked as such, no request is sent, and it contains the time to wait")
    func throttled() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = account(first)
        silent.forceRefresh = true
        var answer = HTTPResponse.json([:], status: 429)
        answer.fields.set("Retry-After", "40")
        world.faults.fail(.answer(answer), to: "/token")
        let told = try #require(await failure { try await app.acquireTokenSilent(with: silent) })
        #expect(told.internalCode == .internalErrorUnhandledResponse)
        #expect(told.userInfo[MSALHTTPResponseCodeKey] as? String == "429")
        #expect(told.userInfo[MSALHTTPHeadersKey] as? [String: String] == ["Retry-After": "40"])
        #expect(told.userInfo[MSALThrottlingCacheHitKey] == nil)
        world.faults.heal()
        world.wire.clear()
        let remembered = try #require(await failure { try await app.acquireTokenSilent(with: silent) })
        #expect(remembered.userInfo[MSALThrottlingCacheHitKey] as? Int == 1)
        #expect(world.wire.requests(to: "/token").isEmpty)
        world.clock.advance(seconds: 41)
        _ = try await app.acquireTokenSilent(with: silent)
    }

    @Test("The log goes to the callback up to its level, contains personal data only if allowed, and never a token")
    func log() async throws {
        let lines = Mutex<[(level: MSALLogLevel, text: String, isPersonal: Bool)]>([])
        MSALGlobalConfig.loggerConfig.setLogCallback { level, message, containsPII in
            lines.withLock { $0.append((level, message ?? "", containsPII)) }
        }
        MSALGlobalConfig.loggerConfig.logLevel = .verbose
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = account(first)
        silent.forceRefresh = true
        let second = try await app.acquireTokenSilent(with: silent)
        world.faults.fail(.unreachable)
        _ = await failure { try await app.acquireTokenSilent(with: silent) }
        let said = lines.withLock { $0 }
        #expect(said.contains { $0.level == .info } && said.contains { $0.level == .error })
        #expect(said.allSatisfy { !$0.isPersonal && !$0.text.contains(Contoso.ada) })
        for token in [first.accessToken, second.accessToken] { #expect(said.allSatisfy { !$0.text.contains(token) }) }
        lines.withLock { $0 = [] }
        MSALGlobalConfig.loggerConfig.logLevel = .nothing
        _ = await failure { try await app.acquireTokenSilent(with: silent) }
        #expect(lines.withLock { $0.isEmpty })
    }

    @Test("Telemetry reports each call, with the account only if allowed, and only failures if requested")
    func telemetry() async throws {
        let events = Mutex<[[String: String]]>([])
        MSALGlobalConfig.telemetryConfig.telemetryCallback = { event in events.withLock { $0.append(event) } }
        let world = try await World()
        let (app, first) = try await world.signedIn()
        _ = try await app.acquireTokenSilent(with: account(first))
        let told = events.withLock { $0 }
        #expect(told.map { $0["api_id"] } == ["167", "34"])
        #expect(told.allSatisfy { $0["is_successful"] == "yes" && $0["user_id"] == nil })
        events.withLock { $0 = [] }
        MSALGlobalConfig.telemetryConfig.notifyOnFailureOnly = true
        MSALGlobalConfig.telemetryConfig.piiEnabled = true
        let other = try world.app("b")
        _ = try await other.acquireTokenSilent(with: account(first))
        #expect(events.withLock { $0.isEmpty })
        let silent = account(first)
        silent.forceRefresh = true
        world.faults.fail(.unreachable)
        _ = await failure { try await other.acquireTokenSilent(with: silent) }
        #expect(events.withLock { $0.map { $0["is_successful"] } } == ["no"])
    }

    @Test("After a sign-out in the browser too the user must enter the password; a wipe for all removes all accounts")
    func signout() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try world.app(browser: browser)
        let first = try await app.acquireToken(with: Contoso.interactive())
        let parameters = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
        parameters.signoutFromBrowser = true
        #expect(try await app.signout(with: first.account, signoutParameters: parameters))
        #expect(try app.allAccounts().isEmpty)
        _ = try await app.acquireToken(with: Contoso.interactive())
        #expect(try await world.count("password_prompt") == 2)
        _ = try await world.signedIn("b", user: Contoso.grace)
        let all = MSALSignoutParameters(webviewParameters: MSALWebviewParameters())
        all.wipeCacheForAllAccounts = true
        #expect(try await app.signout(with: first.account, signoutParameters: all))
        #expect(try app.allAccounts().isEmpty && world.app("b").allAccounts().isEmpty)
    }

    @Test("The current account comes with the previous one, once")
    func previousAccount() async throws {
        let world = try await World()
        let (app, ada) = try await world.signedIn()
        #expect(try await app.currentAccount(with: nil) == (ada.account, nil))
        try app.remove(ada.account)
        let (_, grace) = try await world.signedIn(user: Contoso.grace)
        #expect(try await app.currentAccount(with: nil) == (grace.account, ada.account))
        #expect(try await app.currentAccount(with: nil) == (grace.account, nil))
    }
}
