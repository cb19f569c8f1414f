import Foundation
import KeyfobClient
import KeyfobTesting
import MSAL
import Synchronization
import Testing

@Suite("Web view types", .ownProcess, .serialized)
struct WebviewTests {
    /// Hears MSAL's notifications, which have no owner: only those of one page's address count.
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

    @Test("R160: each type signs in, set per request; the embedded view has its own cookies and tells of its pages")
    func types() async throws {
        let world = try await World()
        let browser = world.browser()
        let app = try world.app(browser: browser)
        for type in [MSALWebviewType.default, .authenticationSession, .safariViewController] {
            let parameters = Contoso.interactive()
            parameters.webviewParameters.webviewType = type
            #expect(try await app.acquireToken(with: parameters).account.username == Contoso.ada)
        }
        // The browser's cookies spared the password but once.
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
        // A page that cannot be loaded fails, and says so.
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

    @Test("A user agent in the parameters shows this one page; with none at all the call says so")
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

    @Test("An extension of an app shows a view of its own, and is refused the system's page with -42405")
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
