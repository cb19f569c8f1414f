import ADAL
import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobSetup
import KeyfobTesting
import Testing

@Suite("When a sign-in page opens")
struct PromptTests {
    @Test("R115: AD_PROMPT_AUTO returns a token from the caches, and opens the page only if they have none")
    func automatic() async throws {
        let world = try await World()
        _ = try await world.signedIn()
        let browser = world.browser()
        let context = try world.context(browser: browser)
        let cached = await context.asking()
        #expect(cached.status == AD_SUCCEEDED)
        world.expireAccessTokens()
        let refreshed = await context.asking()
        #expect(refreshed.status == AD_SUCCEEDED)
        #expect(refreshed.accessToken != cached.accessToken)
        #expect(browser.visits.isEmpty)
        try await world.admin.revoke(user: Contoso.ada)
        world.expireAccessTokens()
        let asked = await context.asking()
        #expect(asked.status == AD_SUCCEEDED)
        #expect(browser.visits.count == 1)
        #expect(try await world.validatedScopes(asked.accessToken) == ["Files.Read", "Files.ReadWrite"])
    }

    @Test("AD_PROMPT_ALWAYS and AD_FORCE_PROMPT prompt for the password in spite of a cached token and a cookie")
    func always() async throws {
        let world = try await World()
        let browser = world.browser()
        let context = try world.context(browser: browser)
        #expect(await context.asking().status == AD_SUCCEEDED)
        for prompt in [AD_PROMPT_ALWAYS, AD_FORCE_PROMPT] {
            let prompts = try await world.count("password_prompt")
            #expect(await context.asking(prompt: prompt).status == AD_SUCCEEDED)
            #expect(try await world.count("password_prompt") == prompts + 1)
        }
        #expect(browser.visits.count == 3)
        let authorize = try #require(world.wire.requests(to: "/oauth2/authorize").last)
        #expect(authorize.url.query?.contains("prompt=login") == true)
    }

    @Test("AD_PROMPT_REFRESH_SESSION opens the page in spite of a cached token, and the session needs no password")
    func refreshSession() async throws {
        let world = try await World()
        let browser = world.browser()
        let context = try world.context(browser: browser)
        let first = await context.asking()
        let prompts = try await world.count("password_prompt")
        let result = await context.asking(prompt: AD_PROMPT_REFRESH_SESSION)
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        #expect(result.accessToken != first.accessToken)
        #expect(browser.visits.count == 2)
        #expect(try await world.count("password_prompt") == prompts)
        let authorize = try #require(world.wire.requests(to: "/oauth2/authorize").last)
        #expect(authorize.url.query?.contains("prompt=refresh_session") == true)
    }

    @Test("The interactive call bypasses the caches, and a silent call never opens a page")
    func explicit() async throws {
        let world = try await World()
        let browser = world.browser()
        let context = try world.context(browser: browser)
        let first = await context.silent()
        #expect(first.code == .ERROR_SERVER_USER_INPUT_NEEDED)
        #expect(browser.visits.isEmpty)
        for visits in 1...2 {
            let result = await context.acquireTokenInteractive(
                withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect(),
                promptBehavior: AD_PROMPT_AUTO, userIdentifier: nil, extraQueryParameters: nil, claims: nil)
            #expect(result.status == AD_SUCCEEDED)
            #expect(browser.visits.count == visits)
        }
    }

    @Test("A user who cancels: AD_USER_CANCELLED with code 403")
    func canceled() async throws {
        let world = try await World()
        let browser = world.browser()
        browser.person.consents = false
        let context = try world.context(browser: browser)
        let result = await context.asking()
        #expect(result.status == AD_USER_CANCELLED)
        #expect(result.code == .ERROR_UI_USER_CANCEL)
        #expect(result.accessToken == nil)
    }

    @Test("One sign-in at a time: the second is code 400, and after the first is cancelled another can begin")
    func oneAtATime() async throws {
        let world = try await World()
        let agent = WaitingUserAgent()
        let host = ADHost()
        let context = try world.context(browser: agent, host: host)
        let other = try world.context(browser: world.browser(), host: host)
        async let waiting = context.asking()
        await agent.isPresenting()
        #expect(host.sessions.isOpen)
        #expect(await other.asking().code == .ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS)
        host.sessions.cancel()
        let ended = await waiting
        #expect(ended.status == AD_USER_CANCELLED)
        #expect(ended.code == .ERROR_UI_USER_CANCEL)
        #expect(await other.asking().status == AD_SUCCEEDED)
    }

    @Test(
        "No page is shown in an app extension (402), from off the main thread (404), or without a browser (401)")
    func places() async throws {
        let world = try await World()
        let facts = BundleFacts(platform: .iOS, bundleID: "test.contoso.a.share", isAppExtension: true)
        let host = ADHost(bundle: facts)
        let context = try world.context(browser: world.browser(), host: host)
        #expect(await context.asking().code == .ERROR_UI_NOT_SUPPORTED_IN_APP_EXTENSION)
        #expect(await context.silent().code == .ERROR_SERVER_USER_INPUT_NEEDED)
        var strict = ADHost()
        strict.requiresMainThread = true
        let background = try world.context(browser: world.browser(), host: strict)
        let result = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                background.acquireToken(
                    withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect()
                ) { continuation.resume(returning: $0) }
            }
        }
        #expect(result.code == .ERROR_UI_NOT_ON_MAIN_THREAD)
        #expect(await (try world.context()).asking().code == .ERROR_UI_NO_MAIN_VIEW_CONTROLLER)
    }

    @Test("R15: notifications are posted around the page in order, between the app's steps before and after")
    func hooks() async throws {
        let world = try await World()
        let host = ADHost()
        let events = Events()
        let observers = events.observe(host.sessions)
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        let context = try world.context(browser: EventUserAgent(base: world.browser(), events: events), host: host)
        if await context.silent().code == .ERROR_SERVER_USER_INPUT_NEEDED { events.add("before") }
        let result = await context.asking(prompt: AD_PROMPT_ALWAYS)
        events.add("after")
        #expect(result.status == AD_SUCCEEDED)
        #expect(
            events.names == [
                "before", "ADWebAuthDidStartLoadNotification", "page", "ADWebAuthDidFinishLoadNotification",
                "ADWebAuthDidCompleteNotification", "after",
            ])
        #expect(events.addresses.allSatisfy { !$0.contains("login_hint") && $0.hasSuffix("/oauth2/authorize") })
        #expect(events.addresses.count == 1)
    }

    @Test("R95: a web view that the app gives to its context shows the page inside the app, with separate cookies")
    func webView() async throws {
        let world = try await World()
        let system = world.browser()
        let context = try world.context(browser: system)
        func page() async -> ADAuthenticationResult {
            await context.acquireTokenInteractive(
                withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect(),
                promptBehavior: AD_PROMPT_AUTO, userIdentifier: nil, extraQueryParameters: nil, claims: nil)
        }
        #expect(await page().status == AD_SUCCEEDED)
        #expect(await page().status == AD_SUCCEEDED)
        #expect(try await world.count("password_prompt") == 1, "the browser has a session")
        var view: ScriptedPageRenderer? = ScriptedPageRenderer(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: world.wire, clock: world.clock)
        context.webView = view
        let result = await page()
        #expect(try await world.validatedScopes(result.accessToken).contains("Files.Read"))
        #expect(try await world.count("password_prompt") == 2, "the view has none")
        #expect(await page().status == AD_SUCCEEDED)
        #expect(try await world.count("password_prompt") == 2, "its cookies are separate, and stay")
        #expect(view?.visits.count == 2 && view?.dismissals == 2)
        #expect(system.visits.count == 2)
        // The context does not retain it; without it the platform's browser shows the page.
        view = nil
        #expect(context.webView == nil)
        #expect(await page().status == AD_SUCCEEDED)
        #expect(system.visits.count == 3)
    }

    @Test("the app's own user agent shows the page in place of the platform's browser")
    func ownView() async throws {
        let world = try await World()
        let system = world.browser()
        let view = world.browser()
        let context = try world.context(browser: system)
        context.webUserAgent = view
        #expect(await context.asking().status == AD_SUCCEEDED)
        #expect(view.visits.count == 1)
        #expect(system.visits.isEmpty)
    }
}
