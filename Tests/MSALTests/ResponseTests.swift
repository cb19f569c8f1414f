import Foundation
import KeyfobBackport
import KeyfobTesting
import MSAL
import Testing

/// The parts of UIKit's types that the delegates of the guide use.
private struct OpenURLContext {
    let url: URL
    let sourceApplication: String?
}

private struct AppDelegate {
    /// The string value of `UIApplication.OpenURLOptionsKey.sourceApplication`.
    static let sourceApplication = "UIApplicationOpenURLOptionsSourceApplicationKey"

    /// `application(_:open:options:)`, as in the guide.
    func application(open url: URL, options: [String: Any]) -> Bool {
        MSALPublicClientApplication.handleMSALResponse(
            url, sourceApplication: options[Self.sourceApplication] as? String)
    }

    func application(open url: URL, sourceApplication: String?) -> Bool {
        application(open: url, options: sourceApplication.map { [Self.sourceApplication: $0] } ?? [:])
    }
}

private struct SceneDelegate {
    func scene(openURLContexts contexts: [OpenURLContext]) -> [Bool] {
        contexts.map {
            MSALPublicClientApplication.handleMSALResponse($0.url, sourceApplication: $0.sourceApplication)
        }
    }
}

/// The number of calls of a completion block.
private final class Calls: Sendable {
    let count = Mutex(0)
}

@Suite("URLs from the operating system", .ownProcess)
struct ResponseTests {
    /// A sign-in whose page is done, and the URL that it waits for.
    private struct Pending {
        let answer: Task<Delivery<MSALResult>, Never>
        let calls: Calls
        let url: URL
        let browser: AppDelegateBrowser
    }

    private func begin(_ world: World, redirect: String = "msauth.test.contoso.a://auth") async throws -> Pending {
        let browser = AppDelegateBrowser(world.browser())
        let config = MSALPublicClientApplicationConfig(
            clientId: Contoso.suite, redirectUri: redirect, authority: try Contoso.authority())
        let app = try MSALPublicClientApplication(
            configuration: config, environment: world.environment(browser: browser))
        let calls = Calls()
        let answer = Task {
            await Delivery.of { block in
                app.acquireToken(with: Contoso.interactive()) { result, error in
                    calls.count.withLock { $0 += 1 }
                    block(result, error)
                }
            }
        }
        return Pending(
            answer: answer, calls: calls, url: try #require(URL(string: await browser.url())), browser: browser)
    }

    @Test("R127: the delegate's callback ends the sign-in and returns true; from another app it returns false")
    func source() async throws {
        let world = try await World()
        let delegate = AppDelegate()
        let pending = try await begin(world)
        let key = AppDelegate.sourceApplication
        for stranger in [
            "com.contoso.evil", "com.apple.SafariViewService.evil", "com.microsoft.azureauthenticator.evil",
        ] {
            #expect(!delegate.application(open: pending.url, options: [key: stranger]))
        }
        #expect(pending.calls.count.withLock { $0 } == 0 && !pending.browser.wasCancelled)
        let options: [String: Any] = [
            key: "com.apple.SafariViewService", "UIApplicationOpenURLOptionsOpenInPlaceKey": false,
        ]
        #expect(delegate.application(open: pending.url, options: options))
        let answer = await pending.answer.value
        #expect(answer.result?.account.username == Contoso.ada)
        #expect(answer.error == nil && pending.browser.wasCancelled)
        #expect(pending.calls.count.withLock { $0 } == 1)
        // A sign-in that has ended takes no second response.
        #expect(!delegate.application(open: pending.url, options: options))
    }

    @Test("A URL is this sign-in's response only with its redirect URI and its state; any other is left to the app")
    func foreign() async throws {
        let world = try await World()
        let delegate = AppDelegate()
        let idle = try #require(URL(string: "msauth.test.contoso.a://auth?code=a&state=b"))
        #expect(!delegate.application(open: idle, sourceApplication: nil))
        let pending = try await begin(world)
        let text = pending.url.absoluteString
        for other in [
            "https://contoso.test/article", "msauth.test.contoso.a://auth",
            "msauth.test.contoso.a://auth?code=a&state=b",
            text.replacing("contoso.a", with: "contoso.b"), text.replacing("state=", with: "state=x"),
        ] {
            #expect(!delegate.application(open: try #require(URL(string: other)), sourceApplication: nil), "\(other)")
        }
        #expect(delegate.application(open: pending.url, sourceApplication: nil))
        #expect(await pending.answer.value.result != nil)
    }

    @Test("R144: the scene's callback handles no context, one, and several")
    func contexts() async throws {
        let world = try await World()
        let delegate = SceneDelegate()
        let pending = try await begin(world)
        let link = OpenURLContext(url: try #require(URL(string: "contoso://article/1")), sourceApplication: nil)
        #expect(delegate.scene(openURLContexts: []) == [])
        #expect(delegate.scene(openURLContexts: [link]) == [false])
        let mine = OpenURLContext(url: pending.url, sourceApplication: "com.apple.mobilesafari")
        let stranger = OpenURLContext(url: pending.url, sourceApplication: "com.contoso.evil")
        #expect(delegate.scene(openURLContexts: [link, stranger]) == [false, false])
        #expect(delegate.scene(openURLContexts: [link, mine, link]) == [false, true, false])
        #expect(await pending.answer.value.result?.account.username == Contoso.ada)
        #expect(pending.calls.count.withLock { $0 } == 1)
    }

    @Test("R145: delivered by both delegates, the response completes its call once")
    func twice() async throws {
        let world = try await World()
        let pending = try await begin(world)
        let context = OpenURLContext(url: pending.url, sourceApplication: nil)
        let first = AppDelegate().application(open: pending.url, sourceApplication: nil)
        let second = SceneDelegate().scene(openURLContexts: [context, context])
        #expect(first && second == [false, false])
        let answer = await pending.answer.value
        #expect(answer.result != nil)
        #expect(!AppDelegate().application(open: pending.url, sourceApplication: nil))
        #expect(pending.calls.count.withLock { $0 } == 1)
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("With ADAL's form of redirect URI the same callback ends the sign-in")
    func formOfADAL() async throws {
        let world = try await World()
        let pending = try await begin(world, redirect: "x-msauth-contoso://test.contoso.a")
        #expect(pending.url.absoluteString.hasPrefix("x-msauth-contoso://test.contoso.a?"))
        #expect(AppDelegate().application(open: pending.url, sourceApplication: nil))
        #expect(await pending.answer.value.result != nil)
    }

    @Test("R147-part: without the callback the sign-in does not end by itself; the app cancels it")
    func forgotten() async throws {
        let world = try await World()
        let pending = try await begin(world)
        #expect(MSALPublicClientApplication.cancelCurrentWebAuthSession())
        #expect(!MSALPublicClientApplication.cancelCurrentWebAuthSession())
        let answer = await pending.answer.value
        #expect(answer.result == nil && answer.error?.msal == .userCanceled)
        #expect(!AppDelegate().application(open: pending.url, sourceApplication: nil))
        #expect(!MSALPublicClientApplication.cancelCurrentWebAuthSession())
    }

    @Test("While a sign-in is under way, a second one is refused, and the first continues")
    func oneAtATime() async throws {
        let world = try await World()
        let pending = try await begin(world)
        let second = await failure {
            try await world.app("b", browser: world.browser()).acquireToken(with: Contoso.interactive())
        }
        #expect(second?.internalCode == .internalErrorInteractiveSessionAlreadyRunning)
        #expect(MSALPublicClientApplication.handleMSALResponse(pending.url, sourceApplication: nil))
        #expect(await pending.answer.value.result != nil)
        #expect(
            try await world.app("b", browser: world.browser()).acquireToken(with: Contoso.interactive()).scopes
                == Contoso.read)
    }

    @Test("Cancelling the task cancels its sign-in")
    func cancelledTask() async throws {
        let world = try await World()
        let browser = AppDelegateBrowser(world.browser())
        let app = try world.app(browser: browser)
        let task = Task { await failure { try await app.acquireToken(with: Contoso.interactive()) } }
        _ = await browser.url()
        task.cancel()
        #expect(await task.value?.msal == .userCanceled)
        #expect(browser.wasCancelled)
    }
}
