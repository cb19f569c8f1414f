public import KeyfobCore
public import KeyfobFlows

/// Shows the page somewhere else (the system's browser, a browser view of the app) and waits until the operating system
/// opens the app with the redirect: for redirect URIs of a scheme of the app's own (RFC 8252 section 7.1) or claimed
/// `https` ones (section 7.2).
public struct CallbackUserAgent: UserAgent {
    private let inbox: RedirectInbox
    private let browser: any BrowserLauncher
    private let dismiss: @Sendable () async -> Void

    /// Makes the user agent.
    ///
    /// - Parameters:
    ///   - inbox: where the app hands in what it is opened with.
    ///   - browser: shows the page's address.
    ///   - dismiss: takes the page away, if that can be done.
    public init(
        inbox: RedirectInbox, browser: any BrowserLauncher, dismiss: @escaping @Sendable () async -> Void = {}
    ) {
        self.inbox = inbox
        self.browser = browser
        self.dismiss = dismiss
    }

    /// Makes ready to receive a redirect.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the redirect URI is a loopback one, which no app is opened
    ///   with.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        guard !redirectURI.isLoopback else {
            throw .configuration(
                "The app is not opened with a loopback redirect.",
                remedy: "Use LoopbackUserAgent, or a redirect URI of the app's own scheme.")
        }
        return Session(redirectURI: redirectURI, inbox: inbox, browser: browser, dismiss: dismiss)
    }

    private struct Session: UserAgentSession {
        let redirectURI: RedirectURI
        let inbox: RedirectInbox
        let browser: any BrowserLauncher
        let dismiss: @Sendable () async -> Void

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectVerdict
        ) async throws(AuthError) -> String {
            let ticket = inbox.newTicket()
            let outcome = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    inbox.wait(ticket, accepting: accepting) { continuation.resume(returning: $0) }
                    // The handler below may have run before there was anything to end.
                    if Task.isCancelled {
                        inbox.fail(ticket, Self.canceled)
                    } else {
                        Task { await show(url, ticket) }
                    }
                }
            } onCancel: {
                inbox.fail(ticket, Self.canceled)
            }
            return try outcome.get()
        }

        private func show(_ url: HTTPURL, _ ticket: RedirectInbox.Ticket) async {
            do throws(AuthError) {
                try await browser.open(url)
            } catch {
                inbox.fail(ticket, error)
            }
        }

        func end() async { await dismiss() }

        private static let canceled = AuthError(
            .canceled, origin: .app, message: "The sign-in was cancelled by the program.",
            remedy: "Start it again when it is wanted.")
    }
}
