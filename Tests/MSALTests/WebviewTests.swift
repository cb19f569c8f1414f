import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobFlows
import KeyfobSetup
import KeyfobTesting
import KeyfobUserAgents
import MSAL
import Testing

@Suite("Web view types", .ownProcess, .serialized)
struct WebviewTests {
    /// Observes MSAL's notifications, which are not attributed to a test.
    private final class Listener: Sendable {
        let events = Mutex<[String]>([])

        func listen() -> [any NSObjectProtocol] {
            let names: [(NSNotification.Name, String)] = [
                (.MSALWebAuthDidStartLoad, "start"), (.MSALWebAuthDidFinishLoad, "finish"),
                (.MSALWebAuthDidFail, "fail"), (.MSALWebAuthDidComplete, "complete"),
            ]
            return names.map { name, word in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    self.events.withLock { $0.append(word) }
                }
            }
        }
    }

    @Test(
        "R160-part: each type signs in, set per request; the embedded view has separate cookies and reports its pages")
    func types() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try world.app(browser: browser)
        for type in [MSALWebviewType.default, .authenticationSession, .safariViewController] {
            let parameters = Contoso.interactive()
            parameters.webviewParameters.webviewType = type
            #expect(try await app.acquireToken(with: parameters).account.username == Contoso.ada)
        }
        // The browser's cookies left a single password prompt.
        #expect(browser.visits.count == 3)
        #expect(try await world.count("password_prompt") == 1)
        let renderer = ScriptedPageRenderer(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: world.provider, clock: world.clock
        )
        let webview = MSALWebviewParameters()
        webview.webviewType = .wkWebView
        webview.pageRenderer = { renderer }
        let listener = Listener()
        let tokens = listener.listen()
        let embedded = MSALInteractiveTokenParameters(scopes: Contoso.read, webviewParameters: webview)
        _ = try await app.acquireToken(with: embedded)
        #expect(listener.events.withLock { $0 } == ["start", "finish", "complete"])
        #expect(try await world.count("password_prompt") == 2)
        #expect(browser.visits.count == 3 && renderer.dismissals == 1)
        // A page that cannot be loaded fails with an error.
        listener.events.withLock { $0 = [] }
        let unreachable = FaultyTransport(world.provider)
        unreachable.fail(.unreachable)
        let broken = ScriptedPageRenderer(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: unreachable, clock: world.clock)
        webview.pageRenderer = { broken }
        let failing = MSALInteractiveTokenParameters(scopes: Contoso.read, webviewParameters: webview)
        #expect(await failure { try await app.acquireToken(with: failing) }?.domain == NSURLErrorDomain)
        #expect(listener.events.withLock { $0 } == ["start", "fail", "complete"])
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    /// A platform's views: one double for each kind, with the cookies of the kind.
    private final class Views: Sendable {
        let asked = Mutex<[UserAgentKind]>([])
        private let agents: [UserAgentKind: any UserAgent]

        init(_ world: World, browser: ScriptedUserAgent) {
            let person = Person(user: Contoso.ada, password: Contoso.password)
            agents = [
                .authenticationSession: browser, .safariViewController: world.browser(),
                .embedded: EmbeddedUserAgent {
                    ScriptedPageRenderer(person: person, transport: world.provider, clock: world.clock)
                },
            ]
        }

        func agent(_ kind: UserAgentKind) -> (any UserAgent)? {
            asked.withLock { $0.append(kind) }
            return agents[kind]
        }
    }

    /// An app for one of Apple's platforms, with doubles for its views.
    private func app(
        _ world: World, for platform: BundleFacts.Platform, _ views: Views, browser: ScriptedUserAgent
    ) throws -> MSALPublicClientApplication {
        let config = MSALPublicClientApplicationConfig(
            clientId: Contoso.suite, redirectUri: "msauth.test.contoso.a://auth", authority: try Contoso.authority())
        config.bundleFacts = BundleFacts(
            platform: platform, bundleID: "test.contoso.a",
            urlTypes: [BundleFacts.URLType(schemes: ["msauth.test.contoso.a"])],
            queriedSchemes: ["msauthv2", "msauthv3"])
        config.views = { kind, _ in views.agent(kind) }
        return try MSALPublicClientApplication(
            configuration: config, environment: world.environment(browser: browser))
    }

    @Test(
        "R99: by default iOS signs in with the authentication session and its cookies, macOS in an embedded view",
        arguments: [(BundleFacts.Platform.iOS, UserAgentKind.authenticationSession, 1), (.macOS, .embedded, 2)])
    func defaults(_ platform: BundleFacts.Platform, _ kind: UserAgentKind, _ prompts: Int) async throws {
        let world = try await World()
        let browser = world.browser()
        // The user is signed in in the browser already.
        _ = try await world.app(browser: browser).acquireToken(with: Contoso.interactive())
        let views = Views(world, browser: browser)
        let result = try await app(world, for: platform, views, browser: browser)
            .acquireToken(with: Contoso.interactive())
        #expect(result.account.username == Contoso.ada)
        #expect(views.asked.withLock { $0 } == [kind])
        #expect(try await world.count("password_prompt") == prompts)
    }

    @Test(
        "R160: each type opens its kind of view with that kind's cookies, per request, and pages report their progress"
    )
    func kinds() async throws {
        let world = try await World()
        let browser = world.browser()
        let views = Views(world, browser: browser)
        let phone = try app(world, for: .iOS, views, browser: browser)
        // Each type with the total of prompts after it: a kind with separate cookies prompts for the password once
        // more.
        let expected: [(MSALWebviewType, UserAgentKind, Int)] = [
            (.default, .authenticationSession, 1), (.authenticationSession, .authenticationSession, 1),
            (.safariViewController, .safariViewController, 2), (.safariViewController, .safariViewController, 2),
            (.wkWebView, .embedded, 3), (.default, .authenticationSession, 3),
        ]
        for (type, kind, prompts) in expected {
            let parameters = Contoso.interactive()
            parameters.webviewParameters.webviewType = type
            #expect(try await phone.acquireToken(with: parameters).account.username == Contoso.ada)
            #expect(views.asked.withLock { $0.last } == kind)
            #expect(try await world.count("password_prompt") == prompts, "\(type)")
        }
        // On a Mac there is the embedded view and, if selected, the authentication session.
        let mac = try app(world, for: .macOS, views, browser: browser)
        for (type, kind) in [(MSALWebviewType.wkWebView, UserAgentKind.embedded), (.default, .embedded)] {
            let parameters = Contoso.interactive()
            parameters.webviewParameters.webviewType = type
            _ = try await mac.acquireToken(with: parameters)
            #expect(views.asked.withLock { $0.last } == kind)
        }
        // A view that the app draws itself reports its pages with notifications, in order.
        let renderer = ScriptedPageRenderer(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: world.provider, clock: world.clock
        )
        let own = Contoso.interactive()
        own.webviewParameters.webviewType = .wkWebView
        own.webviewParameters.pageRenderer = { renderer }
        let listener = Listener()
        let tokens = listener.listen()
        _ = try await phone.acquireToken(with: own)
        #expect(listener.events.withLock { $0 } == ["start", "finish", "complete"])
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    @Test("A user agent in the parameters shows this one page; without any the call fails")
    func userAgents() async throws {
        let world = try await World()
        let own = world.browser(Contoso.grace)
        let parameters = MSALInteractiveTokenParameters(
            scopes: Contoso.read, webviewParameters: MSALWebviewParameters(userAgent: own))
        let app = try world.app()
        #expect(try await app.acquireToken(with: parameters).account.username == Contoso.grace)
        let none = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(none?.internalCode == .internalErrorNoViewController)
        let view = Contoso.interactive()
        view.webviewParameters.webviewType = .wkWebView
        let noView = await failure { try await world.app(browser: own).acquireToken(with: view) }
        #expect(noView?.internalCode == .internalErrorNoViewController)
    }

    @Test("An app extension shows a web view of its own, and is refused the system's page with -42405")
    func appExtension() async throws {
        let world = try await World()
        let config = MSALPublicClientApplicationConfig(
            clientId: Contoso.suite, redirectUri: "msauth.test.contoso.a://auth", authority: try Contoso.authority())
        config.bundleFacts = BundleFacts(
            platform: .iOS, bundleID: "test.contoso.a", queriedSchemes: ["msauthv2", "msauthv3"], isAppExtension: true)
        let browser = world.browser()
        let app = try MSALPublicClientApplication(
            configuration: config, environment: world.environment(browser: browser))
        for type in [MSALWebviewType.default, .authenticationSession, .wkWebView] {
            let parameters = Contoso.interactive()
            parameters.webviewParameters.webviewType = type
            let error = await failure { try await app.acquireToken(with: parameters) }
            #expect(error?.internalCode == .internalErrorUINotSupportedInExtension)
        }
        #expect(browser.visits.isEmpty)
        let renderer = ScriptedPageRenderer(
            person: Person(user: Contoso.ada, password: Contoso.password), transport: world.provider, clock: world.clock
        )
        let own = Contoso.interactive()
        own.webviewParameters.webviewType = .wkWebView
        own.webviewParameters.pageRenderer = { renderer }
        #expect(try await app.acquireToken(with: own).account.username == Contoso.ada)
        let safari = Contoso.interactive()
        safari.webviewParameters.webviewType = .safariViewController
        #expect(try await app.acquireToken(with: safari).account.username == Contoso.ada)
        #expect(browser.visits.count == 1)
    }
}
