import KeyfobBackport
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import KeyfobUserAgents
import Testing

@Suite("Pages inside the app")
struct EmbeddedUserAgentTests {
    /// Records the events of the pages.
    final class Told: Sendable {
        private let events = Mutex<[PageEvent]>([])
        func add(_ event: PageEvent) { events.withLock { $0.append(event) } }
        var all: [PageEvent] { events.withLock { $0 } }
    }

    private func renderer(_ world: World, _ user: String = Contoso.ada) -> ScriptedPageRenderer {
        ScriptedPageRenderer(
            person: Person(user: user, password: Contoso.password), transport: world.provider, clock: world.clock)
    }

    @Test("R98: the kind is chosen per request, and the embedded kind has its own cookies")
    func isolatedJar() async throws {
        let world = try await World()
        let system = world.browser()
        let app = try world.app(browser: system)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try await world.count("password_prompt") == 1)
        // The system's browser remembers the user; the pages inside the app have no access to that.
        let pages = renderer(world)
        var embedded = InteractiveParameters(scopes: Contoso.read)
        embedded.userAgent = EmbeddedUserAgent { pages }
        let second = try await app.acquireToken(embedded)
        #expect(try await world.count("password_prompt") == 2)
        #expect(second.account.isSameAccount(as: first.account))
        #expect(pages.visits.count == 1 && pages.dismissals == 1 && system.visits.count == 1)
        // Each jar keeps its own cookies, and the system's got none.
        _ = try await app.acquireToken(embedded)
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try await world.count("password_prompt") == 2)
        #expect(system.visits.count == 2 && pages.visits.count == 2)
        var fresh = embedded
        fresh.userAgent = EmbeddedUserAgent { renderer(world) }
        _ = try await app.acquireToken(fresh)
        #expect(try await world.count("password_prompt") == 3)
    }

    @Test(
        "R97: the default kind shares the system browser's cookies: a user who is signed in there enters no password"
    )
    func sharedCookies() async throws {
        let world = try await World()
        let redirect = try RedirectURI("http://localhost/contoso-a")
        for platform in UserAgentKind.Platform.allCases {
            #expect(UserAgentKind.standard(for: redirect, on: platform).sharesSystemCookies)
        }
        let scheme = try RedirectURI("msauth.test.contoso.a://auth")
        #expect(UserAgentKind.standard(for: scheme, on: .iOS) == .authenticationSession)
        #expect(UserAgentKind.authenticationSession.sharesSystemCookies)
        // Signed in in the browser, by a site or another vendor's app, and then in the app.
        let browser = world.browser()
        let elsewhere = try world.app(browser: browser, clientID: Contoso.fabrikam)
        _ = try await elsewhere.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try await world.count("password_prompt") == 1)
        let result = try await world.app(browser: browser).acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(result.account.username == Contoso.ada)
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("R99-part: each platform has its default: the authentication session on iOS, embedded pages on macOS")
    func defaults() throws {
        let scheme = try RedirectURI("msauth.test.contoso.a://auth")
        #expect(UserAgentKind.standard(for: scheme, on: .iOS) == .authenticationSession)
        #expect(UserAgentKind.standard(for: scheme, on: .macOS) == .embedded)
        #expect(UserAgentKind.standard(for: scheme, on: .linux) == .embedded)
        let claimed = try RedirectURI("https://app.contoso.test/auth")
        #expect(UserAgentKind.standard(for: claimed, on: .iOS) == .authenticationSession)
        for platform in UserAgentKind.Platform.allCases {
            let available = UserAgentKind.available(on: platform)
            for uri in [scheme, claimed, try RedirectURI("http://localhost")] {
                #expect(available.contains(UserAgentKind.standard(for: uri, on: platform)))
            }
        }
        #expect(!UserAgentKind.available(on: .macOS).contains(.safariViewController))
        #if os(Linux)
        #expect(UserAgentKind.Platform.current == .linux)
        #endif
    }

    @Test("R160-part: pages report their progress, in order, without the content of the address")
    func progress() async throws {
        let world = try await World()
        let told = Told()
        let pages = renderer(world)
        let app = try world.app(browser: nil)
        var parameters = InteractiveParameters(scopes: Contoso.read, loginHint: Contoso.ada)
        parameters.userAgent = EmbeddedUserAgent(events: { told.add($0) }) { pages }
        _ = try await app.acquireToken(parameters)
        let page = "https://\(Contoso.host)/\(Contoso.tenantID)/oauth2/v2.0/authorize"
        #expect(told.all == [.didStartLoad(page), .didFinishLoad(page), .didComplete])
    }

    @Test("A page that cannot be loaded, and a user who closes it, end the sign-in; the page is dismissed once")
    func failures() async throws {
        let world = try await World()
        let told = Told()
        let faults = FaultyTransport(world.provider)
        let pages = ScriptedPageRenderer(
            person: Person(user: Contoso.ada, password: "wrong"), transport: faults, clock: world.clock)
        let app = try world.app(browser: nil)
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.userAgent = EmbeddedUserAgent(events: { told.add($0) }) { pages }
        let wanted = parameters
        #expect(
            await failure { () async throws(AuthError) in try await app.acquireToken(wanted) }?.code == .userCanceled)
        faults.fail(.unreachable)
        #expect(await failure { () async throws(AuthError) in try await app.acquireToken(wanted) }?.code == .network)
        #expect(pages.dismissals == 2)
        #expect(told.all.filter { $0 == .didComplete }.count == 2)
        #expect(try app.accounts().isEmpty)
    }
}

@Suite("Navigation of an embedded page")
struct NavigationTests {
    /// Navigates to the given address, and records the response.
    private final class Wanderer: PageRenderer {
        let addresses: [String]
        let decisions = Mutex<[NavigationDecision]>([])

        init(_ addresses: [String]) { self.addresses = addresses }

        func show(
            _ url: HTTPURL, deciding: @escaping @Sendable (String) -> NavigationDecision,
            reporting: @escaping @Sendable (PageEvent) -> Void
        ) async throws(AuthError) {
            for address in addresses {
                let decision = deciding(address)
                decisions.withLock { $0.append(decision) }
                if decision == .stop { return }
            }
        }

        func dismiss() async {}
    }

    private func present(
        _ addresses: [String], accepting: String = "msauth.test.a://auth?code=1"
    ) async throws -> (Result<String, AuthError>, [NavigationDecision], [String]) {
        let wanderer = Wanderer(addresses)
        let opened = Mutex<[String]>([])
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let agent = EmbeddedUserAgent(openOutside: Launcher { continuation.yield($0) }) { wanderer }
        let session = try await agent.begin(RedirectURI("msauth.test.a://auth"))
        let url = try #require(HTTPURL("https://login.example/authorize"))
        let outcome: Result<String, AuthError>
        do throws(AuthError) {
            outcome = .success(
                try await session.present(url) { $0 == accepting ? .accepted(isSuccess: true) : .foreign })
        } catch {
            outcome = .failure(error)
        }
        if addresses.contains(where: { $0.hasPrefix("browser:") }) {
            for await address in stream {
                opened.withLock { $0.append(address) }
                break
            }
        }
        return (outcome, wanderer.decisions.withLock { $0 }, opened.withLock { $0 })
    }

    private struct Launcher: BrowserLauncher {
        let opened: @Sendable (String) -> Void
        func open(_ url: HTTPURL) async throws(AuthError) { opened(url.description) }
    }

    @Test("Over TLS and to the redirect, to empty frames, and out to the system's browser where the page requests it")
    func allowed() async throws {
        let (outcome, decisions, opened) = try await present([
            "https://login.example/a", "about:blank", "about:srcdoc", "browser://help.example/x?y=1",
            "msauth://broker", "msauth.test.a://auth?code=1",
        ])
        #expect(try outcome.get() == "msauth.test.a://auth?code=1")
        #expect(decisions == [.load, .load, .load, .ignore, .ignore, .stop])
        #expect(opened == ["https://help.example/x?y=1"])
    }

    @Test("A device challenge gets the response that the app has no device key, at the provider's address")
    func deviceChallenge() async throws {
        let challenge =
            "urn:http-auth:PKeyAuth?Context=c1&nonce=n&Version=1.0&SubmitUrl=https%3A%2F%2Flogin.example%2Fb"
        let (_, verdicts, _) = try await present([challenge, "msauth.test.a://auth?code=1"])
        let fields = ["Authorization": "PKeyAuth  Context=\"c1\", Version=\"1.0\""]
        #expect(verdicts == [.replace(url: "https://login.example/b", fields: fields), .stop])
        for malformed in [
            "urn:http-auth:PKeyAuth?Context=c1&nonce=n&SubmitUrl=http%3A%2F%2Flogin.example%2Fb",
            "urn:http-auth:PKeyAuth?nonce=n&SubmitUrl=https%3A%2F%2Flogin.example%2Fb",
        ] {
            #expect(try await present([malformed]).1 == [.stop])
        }
    }

    @Test(
        "Nowhere else: the sign-in ends with an error that names the scheme, and nothing of the address",
        arguments: [
            "http://login.example/secret", "javascript:secret()", "data:text/html,secret", "file:///secret", "secret",
            "msauth.test.a://auth?code=secret", "https://user@secret.example/", "",
        ])
    func refused(_ address: String) async throws {
        let (outcome, decisions, _) = try await present(["https://login.example/a", address])
        #expect(decisions == [.load, .stop])
        let error = #expect(throws: AuthError.self) { try outcome.get() }
        #expect(error?.code == .invalidResponse)
        #expect(error?.message.contains("secret") == (address == "secret"))
    }

    @Test("A page that ends without a response is a cancellation")
    func noAnswer() async throws {
        let error = await #expect(throws: AuthError.self) { try await present([]).0.get() }
        #expect(error?.code == .userCanceled)
    }
}

@Suite("Redirects that the operating system delivers")
struct CallbackUserAgentTests {
    private struct Launcher: BrowserLauncher {
        let opened: @Sendable (HTTPURL) async throws(AuthError) -> Void
        func open(_ url: HTTPURL) async throws(AuthError) { try await opened(url) }
    }

    /// Signs a user in at the address, and opens the app with the redirect, `count` times.
    private func launcher(_ world: World, _ inbox: RedirectInbox, delivering count: Int = 1, _ taken: Counter)
        -> Launcher
    {
        Launcher { url async throws(AuthError) in
            var browser = FormBrowser(transport: world.provider, clock: world.clock)
            let person = Person(user: Contoso.ada, password: Contoso.password)
            guard let redirect = try? await person.visit(url, with: &browser).redirect else { return }
            #expect(!inbox.deliver("msauth.test.contoso.a://auth?code=stolen&state=guessed"))
            for _ in 0..<count where inbox.deliver(redirect) { taken.add() }
        }
    }

    private func app(_ world: World, _ agent: any UserAgent) throws -> PublicClientApplication {
        PublicClientApplication(
            configuration: try ClientConfiguration(
                clientID: Contoso.suite, redirectURI: RedirectURI("msauth.test.contoso.a://auth"),
                authority: Contoso.authority()),
            environment: ClientEnvironment(
                transport: world.wire, clock: world.clock, store: world.store, refreshLock: world.lock,
                userAgent: agent,
                pause: ImmediatePause()))
    }

    @Test("completes the sign-in once, although both delegates deliver it; foreign ones are left to the app")
    func delivered() async throws {
        let world = try await World()
        let inbox = RedirectInbox()
        let taken = Counter()
        let agent = CallbackUserAgent(inbox: inbox, browser: launcher(world, inbox, delivering: 3, taken))
        let result = try await app(world, agent).acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(result.account.username == Contoso.ada)
        #expect(taken.count == 1)
        #expect(!inbox.isWaiting && !inbox.deliver("msauth.test.contoso.a://auth?code=late&state=late"))
    }

    @Test("A page that cannot be shown, and a call that is cancelled, end the wait")
    func ended() async throws {
        let world = try await World()
        let inbox = RedirectInbox()
        let broken = CallbackUserAgent(
            inbox: inbox,
            browser: Launcher { _ throws(AuthError) in
                throw AuthError(.userAgentUnavailable, origin: .userAgent, message: "No browser.")
            })
        let app = try app(world, broken)
        let error = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        #expect(error?.code == .userAgentUnavailable)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let silent = CallbackUserAgent(inbox: inbox, browser: Launcher { _ in continuation.yield() })
        let waiting = try self.app(world, silent)
        let call = Task {
            await failure { () async throws(AuthError) in
                try await waiting.acquireToken(InteractiveParameters(scopes: Contoso.read))
            }
        }
        for await _ in stream { break }
        call.cancel()
        #expect(await call.value?.code == .canceled)
        #expect(!inbox.isWaiting)
        // Closing the browser is not reported: the call ends when its time is over.
        let pause = EndlessPause()
        let limited = CallbackUserAgent(
            inbox: inbox, browser: Launcher { _ in continuation.yield() }, timeoutSeconds: 900, pause: pause)
        let patient = try self.app(world, limited)
        async let overdue = failure { () async throws(AuthError) in
            try await patient.acquireToken(InteractiveParameters(scopes: Contoso.read))
        }
        await pause.isWaiting()
        pause.elapse()
        #expect(await overdue?.code == .userCanceled)
        #expect(!inbox.isWaiting && pause.asked == [900])
        let loopback = await failure { () async throws(AuthError) in
            try await silent.begin(RedirectURI("http://localhost"))
        }
        #expect(loopback?.code == .configuration)
    }
}
