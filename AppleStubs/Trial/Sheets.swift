// Runs the sign-in sheets over the stubs: what they make of the system's calls, in orders that Apple's documentation
// does not promise and other projects have met.
import AuthenticationServices
import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobUserAgents
import SafariServices
import UIKit
import WebKit

private let page = HTTPURL("https://login.test/authorize?state=1")
private let userClosed: any Error = ASWebAuthenticationSessionError(.canceledLogin)

@MainActor
func trySheets() async {
    guard let page, let redirectURI = try? RedirectURI("msauth.test.app://auth") else {
        return expect(false, "the addresses are valid")
    }
    // A sign-in that does not end is reported, instead of a trial that never ends.
    let watch = Task.detached {
        try await Task.sleep(for: .seconds(60))
        print("not so: a sign-in ends")
        exit(1)
    }
    await trySystemSheet(page, redirectURI)
    await tryEmbeddedSheet(page)
    await tryNavigations(page)
    await trySafariView(page)
    watch.cancel()
}

/// Runs one sign-in in the system's sheet; `started` plays the system, from a queue of its own.
@MainActor
private func signIn(
    _ page: HTTPURL, _ redirectURI: RedirectURI, isStarted: Bool = true,
    _ started: @escaping @Sendable (ASWebAuthenticationSession) -> Void
) async -> Result<String, AuthError> {
    stubbedStart = { session in
        nonisolated(unsafe) let session = session
        DispatchQueue(label: "xpc").async { started(session) }
        return isStarted
    }
    let agent = AuthenticationSessionUserAgent { ASPresentationAnchor() }
    do throws(AuthError) {
        let session = try await agent.begin(redirectURI)
        let redirect = try await session.present(page) {
            $0.hasPrefix("msauth.test.app://auth") ? .accepted(isSuccess: true) : .foreign
        }
        await session.end()
        return .success(redirect)
    } catch {
        return .failure(error)
    }
}

@MainActor
private func trySystemSheet(_ page: HTTPURL, _ redirectURI: RedirectURI) async {
    let redirect = URL(string: "msauth.test.app://auth?code=1")
    expect(
        await signIn(page, redirectURI) { $0.stubbedHandler(redirect, nil) }.value == redirect?.absoluteString,
        "a redirect ends the sign-in, from a queue that is not the main one")
    expect(
        await signIn(page, redirectURI) { session in
            session.stubbedHandler(redirect, nil)
            session.stubbedHandler(nil, userClosed)
        }.value == redirect?.absoluteString, "of two calls of the handler the first counts")
    let unstarted = await signIn(page, redirectURI, isStarted: false) { $0.stubbedHandler(nil, userClosed) }
    expect(unstarted.error?.code == .userAgentUnavailable, "a sheet that did not start, before its handler is called")
    await settle()
    expect(
        await signIn(page, redirectURI) { $0.stubbedHandler(nil, userClosed) }.error?.code == .userCanceled,
        "the user's cancellation is the user's")
    expect(
        await signIn(page, redirectURI) { $0.stubbedHandler(nil, CocoaError(.userCancelled)) }.error?.code
            == .userAgentUnavailable, "another error is not the user's cancellation")
    expect(
        await signIn(page, redirectURI) { $0.stubbedHandler(URL(string: "other://auth"), nil) }.error?.code
            == .invalidResponse, "a foreign redirect ends the sign-in with an error")

    // The app cancels: the system reports that as the user's, or not at all.
    for isReported in [true, false] {
        stubbedCancellation = { if isReported { $0.stubbedHandler(nil, userClosed) } }
        let (started, signal) = AsyncStream<Void>.makeStream()
        let call = Task { await signIn(page, redirectURI) { _ in signal.yield() } }
        for await _ in started { break }
        call.cancel()
        expect(await call.value.error?.code == .canceled, "the app's cancellation is the app's: \(isReported)")
    }
    stubbedCancellation = { _ in }
    let call = Task { await signIn(page, redirectURI) { _ in } }
    call.cancel()
    expect(await call.value.error?.code == .canceled, "a cancellation before the start")
}

/// Runs one sign-in over a parent; `shown` plays the user.
@MainActor
private func embedded(
    _ page: HTTPURL, over parent: UIViewController,
    _ shown: @MainActor (UINavigationController, WKWebView) async -> Void
) async -> AuthError? {
    let renderer = WebKitSheet.renderer(over: parent, style: .pageSheet)
    let call = Task { () -> AuthError? in
        do throws(AuthError) {
            try await renderer.show(
                page, deciding: { decide($0) }, reporting: { _ in })
            return nil
        } catch {
            return error
        }
    }
    await settle(until: { parent.presentedViewController is UINavigationController })
    if let frame = parent.presentedViewController as? UINavigationController,
        let view = frame.viewControllers.first?.view as? WKWebView
    {
        await shown(frame, view)
    } else {
        expect(false, "the page is in a navigation controller over the parent")
    }
    let error = await call.value
    renderer.dismiss()
    expect(parent.presentedViewController == nil, "the page is removed")
    return error
}

private func decide(_ address: String) -> NavigationDecision {
    if address.hasPrefix("msauth:") { return .stop }
    if address.hasPrefix("urn:") { return .replace(url: "https://login.test/b", fields: ["Authorization": "PKeyAuth"]) }
    return address.hasPrefix("https:") ? .load : .ignore
}

@MainActor
private func tryEmbeddedSheet(_ page: HTTPURL) async {
    let parent = UIViewController()
    let swiped = await embedded(page, over: parent) { frame, _ in
        guard let controller = frame.presentationController else { return expect(false, "a presentation") }
        expect(frame.isModalInPresentation, "a swipe by mistake does not close the page")
        expect(frame.modalPresentationStyle == .pageSheet, "the style is the caller's")
        controller.delegate?.presentationControllerDidDismiss(controller)
    }
    expect(swiped?.code == .userCanceled, "a swipe ends the sign-in as the user's")
    let button = await embedded(page, over: parent) { frame, _ in
        let item = frame.viewControllers.first?.navigationItem.leftBarButtonItem
        expect(item != nil, "there is a Cancel button")
        item?.primaryAction?.performWithSender(item, target: nil)
        item?.primaryAction?.performWithSender(item, target: nil)
    }
    expect(button?.code == .userCanceled, "the button ends the sign-in, and may be tapped twice")
    let dismissed = await embedded(page, over: parent) { frame, _ in frame.dismiss(animated: false) }
    expect(dismissed?.code == .userCanceled, "the app's own dismissal ends the sign-in")
    let error = await embedded(page, over: parent) { frame, view in
        expect(await decide("msauth://auth?code=1", view) == .cancel, "the redirect is not loaded")
        frame.dismiss(animated: false)
    }
    expect(error == nil, "a page closed after the redirect has not been cancelled: \(String(describing: error))")
}

@MainActor
private func tryNavigations(_ page: HTTPURL) async {
    let parent = UIViewController()
    let policy = NSError(domain: "WebKitErrorDomain", code: 102)
    let unsupported = NSError(domain: "WebKitErrorDomain", code: 101)
    let outcome = await embedded(page, over: parent) { _, view in
        let delegate = view.navigationDelegate
        expect(view.stubbedLoads.map { $0.url?.absoluteString } == [page.description], "the page is loaded")
        let challenge = URLAuthenticationChallenge(
            protectionSpace: URLProtectionSpace(
                host: "login.test", port: 443, protocol: "https", realm: nil,
                authenticationMethod: NSURLAuthenticationMethodHTTPBasic),
            proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil, sender: Sender())
        let disposition = await delegate?.webView(view, respondTo: challenge)
        expect(disposition?.0 == .performDefaultHandling, "the system handles challenges, instead of a rejection")
        expect(disposition?.1 == nil, "no credential is the app's")
        expect(await decide("https://login.test/next", view) == .allow, "a page of the sign-in")
        delegate?.webView(view, didStartProvisionalNavigation: nil)
        expect(await decide("browser://other.test", view) == .cancel, "an ignored address")
        delegate?.webView(view, didFailProvisionalNavigation: nil, withError: policy)
        delegate?.webView(view, didFailProvisionalNavigation: nil, withError: unsupported)
        expect(await decide("urn:http-auth:PKeyAuth?x=y", view) == .cancel, "a device challenge is not loaded")
        delegate?.webView(view, didFailProvisionalNavigation: nil, withError: policy)
        let response = view.stubbedLoads.last
        expect(response?.url?.absoluteString == "https://login.test/b", "but the response to it")
        expect(response?.value(forHTTPHeaderField: "Authorization") == "PKeyAuth", "with its header field")
        expect(view.configuration.applicationNameForUserAgent == "PKeyAuth/1.0", "as the user agent states")
        await settle()
        // The sign-in is still there: only its redirect ends it.
        expect(await decide("msauth://auth?code=1", view) == .cancel, "the redirect")
    }
    expect(outcome == nil, "errors of an ignored navigation do not end the sign-in: \(String(describing: outcome))")
    let failed = await embedded(page, over: parent) { _, view in
        view.navigationDelegate?.webView(view, didStartProvisionalNavigation: nil)
        view.navigationDelegate?.webView(view, didFailProvisionalNavigation: nil, withError: policy)
    }
    expect(failed?.code == .network, "an error of a navigation that was not ignored does")
    let ended = await embedded(page, over: parent) { _, view in
        view.navigationDelegate?.webViewWebContentProcessDidTerminate(view)
    }
    expect(ended?.code == .userAgentUnavailable, "the end of the page's process does")
}

/// Safari's view, which the user closes by its button or by a swipe, or the app.
@MainActor
private func trySafariView(_ page: HTTPURL) async {
    let parent = UIViewController()
    let launcher = SafariLauncher(
        present: { parent.present($0, animated: true) }, dismiss: { $0.dismiss(animated: true) })
    var last: UIViewController?
    for name in ["the button", "a swipe", "the app"] {
        let call = Task { () -> AuthError? in
            do throws(AuthError) {
                try await launcher.open(page)
                return nil
            } catch {
                return error
            }
        }
        await settle(until: {
            parent.presentedViewController is SFSafariViewController && parent.presentedViewController !== last
        })
        guard let view = parent.presentedViewController as? SFSafariViewController else {
            return expect(false, "Safari's view is over the parent")
        }
        last = view
        switch name {
        case "the button": view.delegate?.safariViewControllerDidFinish(view)
        case "a swipe":
            guard let controller = view.presentationController else { return expect(false, "a presentation") }
            controller.delegate?.presentationControllerDidDismiss(controller)
        default: launcher.close()
        }
        expect(await call.value?.code == (name == "the app" ? nil : .userCanceled), "\(name) ends Safari's view")
    }
}

@MainActor
private func decide(_ address: String, _ view: WKWebView) async -> WKNavigationActionPolicy? {
    guard let url = URL(string: address) else { return nil }
    return await view.navigationDelegate?.webView(
        view, decidePolicyFor: WKNavigationAction(stubbedRequest: URLRequest(url: url)))
}

/// Lets the tasks of the main actor run.
private func settle() async { for _ in 0..<100 { await Task.yield() } }

/// Lets other tasks run until a condition holds, at most a minute: they change executors, on a busy machine slowly.
@MainActor
private func settle(until condition: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(60)
    while !condition(), ContinuousClock.now < end { await Task.yield() }
}

private final class Sender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

extension Result {
    fileprivate var value: Success? { try? get() }
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
