import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Headless Chromium as the person's browser, with the provider's pages.
@Suite("Chromium", .timeLimit(.minutes(10)))
struct ChromiumTests {
    /// No server listens there: the browser ends on the address with the response, which is all that the test reads.
    private let redirect = "http://localhost:1/contoso-a"

    private func withBrowser(_ body: (RunningProvider, WebDriver) async throws -> Void) async throws {
        try await RunningProvider.with { provider in
            let chromium = try await Chromium(trusting: provider.caFile, transport: provider.transport)
            do {
                try await body(provider, chromium.browser)
            } catch {
                try? await chromium.browser.keepScreenshot("failure")
                await chromium.close()
                throw error
            }
            await chromium.close()
        }
    }

    private func authorizeURL(_ provider: RunningProvider, extra: [(String, String)] = []) -> String {
        let form = FormParameters(
            [
                ("client_id", Contoso.suite), ("response_type", "code"), ("redirect_uri", redirect),
                ("scope", "openid profile offline_access \(Contoso.read)"), ("state", "a state"), ("nonce", "a nonce"),
                // RFC 7636 appendix B
                ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
            ] + extra)
        return "\(provider.origin)/\(Contoso.tenant)/oauth2/v2.0/authorize?\(form.encoded)"
    }

    private func answer(_ browser: WebDriver) async throws -> FormParameters {
        // The click has returned; on a busy machine the redirect that it leads to may still be under way.
        for _ in 0..<500 {
            let address = try await browser.address()
            let query = address.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
            if address.hasPrefix(redirect) { return try FormParameters(parsing: query) }
        }
        throw WebDriver.Refused(description: "The browser never came to the app's redirect URI.")
    }

    private func startDeviceFlow(_ provider: RunningProvider) async throws -> DeviceAuthorizationResponse {
        let url = try #require(HTTPURL("\(provider.origin)/\(Contoso.tenant)/oauth2/v2.0/devicecode"))
        let form = FormParameters([("client_id", Contoso.suite), ("scope", "openid \(Contoso.read)")])
        return try DeviceAuthorizationResponse(parsing: try await provider.transport.send(.form(url, form)).body)
    }

    private func signIn(_ browser: WebDriver, as user: String, password: String = Contoso.password) async throws {
        if try await browser.has("input[name=passwd]") == false {
            try await browser.type(user, into: "input[name=login]")
            try await browser.click("button[type=submit]")
        }
        try await browser.type(password, into: "input[name=passwd]")
        try await browser.click("button[type=submit]")
    }

    @Test("Sign-in, consent, and the second time the account picker, over trusted TLS")
    func signInConsentPick() async throws {
        try await withBrowser { provider, browser in
            try await browser.go(to: authorizeURL(provider))
            #expect(try await browser.page() == "sign-in")
            try await browser.keepScreenshot("sign-in")
            try await signIn(browser, as: Contoso.ada, password: "wrong")
            #expect(try await browser.page() == "sign-in")
            try await browser.keepScreenshot("sign-in-refused")
            try await signIn(browser, as: Contoso.ada)
            #expect(try await browser.page() == "consent")
            try await browser.keepScreenshot("consent")
            try await browser.click("button[name=action][value=accept]")
            let first = try await answer(browser)
            #expect(first["state"] == "a state")
            #expect(first["code"]?.isEmpty == false)

            try await browser.go(to: authorizeURL(provider, extra: [("prompt", "select_account")]))
            #expect(try await browser.page() == "account-picker")
            #expect(try await browser.text().contains(Contoso.ada))
            try await browser.keepScreenshot("account-picker")
            try await browser.click("button[name=account]")
            let second = try await answer(browser)
            #expect(second["code"]?.isEmpty == false)
            #expect(second["code"] != first["code"])
        }
    }

    @Test("Device code: the page asks for the code, the user signs in and approves")
    func deviceCode() async throws {
        try await withBrowser { provider, browser in
            let flow = try await startDeviceFlow(provider)
            try await browser.go(to: flow.verificationURI)
            #expect(try await browser.page() == "device-code")
            try await browser.keepScreenshot("device-code")
            try await browser.type(flow.userCode, into: "input[name=user_code]")
            try await browser.click("button[type=submit]")
            if try await browser.page() == "sign-in" { try await signIn(browser, as: Contoso.ada) }
            try await browser.keepScreenshot("device-consent")
            #expect(try await browser.page() == "device-approval")
            #expect(try await browser.text().contains("Are you signing in to Contoso Suite?"))
            try await browser.click("button[name=action][value=continue]")
            if try await browser.page() == "consent" {
                try await browser.click("button[name=action][value=accept]")
            }
            #expect(try await browser.page() == "device-done")
            try await browser.keepScreenshot("device-done")
        }
    }

    @Test("keyfob login starts it through BROWSER, and the tool gets the tokens that the user allowed")
    func login() async throws {
        try await withBrowser { provider, browser in
            let home = try TemporaryDirectory("keyfob-login")
            defer { home.remove() }
            var environment = ProcessInfo.processInfo.environment
            environment["KEYFOB_HOME"] = home.path
            environment["KEYFOB_KEY_PLACE"] = "file"
            environment["BROWSER"] = Witness.root + "/Tests/InteropTests/Python/open_in_session.py"
            environment["WEBDRIVER_SESSION"] = browser.session.description
            let options = [
                "--client-id", Contoso.suite, "--authority", "\(provider.origin)/\(Contoso.tenant)", "--scope",
                Contoso.read, "--ca-file", provider.caFile,
            ]
            let keyfob = BuildProducts.executable("keyfob")
            let login = try ChildProcess(keyfob, ["login"] + options, environment: environment)
            defer { login.terminate() }
            while try await browser.page() != "sign-in" { await Task.yield() }
            try await signIn(browser, as: Contoso.ada)
            #expect(try await browser.page() == "consent")
            try await browser.click("button[name=action][value=accept]")
            let outcome = await login.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try await browser.address().hasPrefix("http://"))
            try await browser.keepScreenshot("login-done")
            let token = try await ChildProcess.run(keyfob, ["token"] + options, environment: environment)
            #expect(token.status == 0, "\(token.errors)")
            #expect(token.output.split(separator: ".").count == 3)
        }
    }

    @Test("Signing out at one app loads the logout URL of another in a frame, and returns to the first")
    func signOut() async throws {
        try await withBrowser { provider, browser in
            // A request for a client that does not exist is in the sign-in log, whatever the frame shows of the page.
            let unknown = "eeeeeeee-0000-4000-8000-00000000000e"
            let trace = "oauth2/v2.0/authorize?response_type=code&scope=openid&client_id=\(unknown)"
            let clientID = "eeeeeeee-0000-4000-8000-000000000001"
            try await provider.admin.put(
                application: [
                    "appId": .string(clientID), "displayName": "Signs out",
                    "publicClient": ["redirectUris": [.string(redirect)]],
                    "web": ["logoutUrl": .string("\(provider.origin)/\(Contoso.tenant)/\(trace)")],
                ])
            try await browser.go(
                to: authorizeURL(provider).replacingOccurrences(of: Contoso.suite, with: clientID))
            try await signIn(browser, as: Contoso.ada)
            try await browser.click("button[name=action][value=accept]")
            _ = try await answer(browser)
            let form = FormParameters([
                ("client_id", Contoso.suite), ("post_logout_redirect_uri", redirect), ("state", "signed out"),
            ])
            try await browser.go(to: "\(provider.origin)/common/oauth2/v2.0/logout?\(form.encoded)")
            #expect(try await answer(browser)["state"] == "signed out")
            #expect(try await provider.signIns().contains { $0["client_id"]?.stringValue == unknown })
        }
    }

    @Test("A wrong redirect URI is reported on a page, and the browser stays at the provider")
    func errorPage() async throws {
        try await withBrowser { provider, browser in
            let url = authorizeURL(provider).replacingOccurrences(of: "contoso-a", with: "contoso-x")
            try await browser.go(to: url)
            #expect(try await browser.page() == "error")
            #expect(try await browser.text().contains("AADSTS50011"))
            #expect(try await browser.address().hasPrefix(provider.origin))
            try await browser.keepScreenshot("error")
        }
    }
}
