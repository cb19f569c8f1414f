public import KeyfobCore
public import KeyfobFlows

/// Shows the page elsewhere (in the system's browser, or a browser view of the app) and waits until the operating
/// system opens the app with the redirect: for redirect URIs with the app's own scheme (RFC 8252 section 7.1) or
/// claimed `https` ones (section 7.2).
public struct CallbackUserAgent: UserAgent {
    private let inbox: RedirectInbox
    private let browser: any BrowserLauncher
    private let timeoutSeconds: Double?
    private let pause: any Pause
    private let dismiss: @Sendable () async -> Void

    /// Makes the user agent.
    ///
    /// - Parameters:
    ///   - inbox: gets the addresses that the app is opened with.
    ///   - browser: shows the page's address.
    ///   - timeoutSeconds: how long a sign-in may take, in seconds, since a closed browser is not reported. nil for no
    ///     limit, if the call is ended otherwise.
    ///   - pause: waits for the time-out.
    ///   - dismiss: closes the page, if that is possible.
    public init(
        inbox: RedirectInbox, browser: any BrowserLauncher, timeoutSeconds: Double? = nil,
        pause: any Pause = SystemPause(), dismiss: @escaping @Sendable () async -> Void = {}
    ) {
        self.inbox = inbox
        self.browser = browser
        self.timeoutSeconds = timeoutSeconds
        self.pause = pause
        self.dismiss = dismiss
    }

    /// Prepares to receive a redirect.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the redirect URI is a loopback one, since no app is opened
    ///   with those.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        guard !redirectURI.isLoopback else {
            throw .configuration(
                "The app is not opened with a loopback redirect.",
                remedy: "Use LoopbackUserAgent, or a redirect URI of the app's own scheme.")
        }
        return Session(redirectURI: redirectURI, agent: self)
    }

    private struct Session: UserAgentSession {
        let redirectURI: RedirectURI
        let agent: CallbackUserAgent
        private var inbox: RedirectInbox { agent.inbox }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            let ticket = inbox.newTicket()
            var timer: Task<Void, Never>?
            defer { timer?.cancel() }
            let outcome = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    inbox.wait(ticket, accepting: accepting) { continuation.resume(returning: $0) }
                    timer = limit(ticket)
                    // The handler below may have run before the wait was registered.
                    if Task.isCancelled {
                        inbox.fail(ticket, Self.canceled)
                    } else {
                        Task { await show(url, ticket) }
                    }
                }
            } onCancel: {
                inbox.fail(ticket, Self.canceled)
            }
            await agent.browser.finish(url)
            return try outcome.get()
        }

        private func show(_ url: HTTPURL, _ ticket: RedirectInbox.Ticket) async {
            do throws(AuthError) {
                try await agent.browser.open(url)
            } catch {
                inbox.fail(ticket, error)
            }
        }

        /// Ends the wait when the time is up.
        private func limit(_ ticket: RedirectInbox.Ticket) -> Task<Void, Never>? {
            guard let seconds = agent.timeoutSeconds else { return nil }
            return Task { [inbox, pause = agent.pause] in
                guard (try? await pause.wait(seconds: seconds)) != nil else { return }
                inbox.fail(ticket, Self.timedOut(after: seconds))
            }
        }

        func end() async { await agent.dismiss() }

        private static func timedOut(after seconds: Double) -> AuthError {
            AuthError(
                .userCanceled, origin: .userAgent,
                message: "The browser returned no response within \(Int64(clamping: seconds)) seconds.",
                remedy: "Sign in again, and finish in the browser.")
        }

        private static let canceled = AuthError(
            .canceled, origin: .app, message: "The sign-in was cancelled by the app.",
            remedy: "Start it again when it is needed.")
    }
}
