import KeyfobBackport
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting

/// A browser outside of the app: the operating system delivers its redirects to the app, and the session itself never
/// gets them.
final class AppDelegateBrowser: UserAgent {
    private struct State {
        var redirects: [String] = []
        var watchers: [CheckedContinuation<String, Never>] = []
        var isCancelled = false
    }

    private let browser: ScriptedUserAgent
    private let state = Mutex(State())

    init(_ browser: ScriptedUserAgent) { self.browser = browser }

    /// Whether the app has cancelled a page.
    var wasCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The next URL that the operating system delivers.
    func url() async -> String {
        await withCheckedContinuation { watcher in
            let ready: String? = state.withLock { state in
                guard state.redirects.isEmpty else { return state.redirects.removeFirst() }
                state.watchers.append(watcher)
                return nil
            }
            if let ready { watcher.resume(returning: ready) }
        }
    }

    private func bring(_ url: String) {
        let watcher: CheckedContinuation<String, Never>? = state.withLock { state in
            guard state.watchers.isEmpty else { return state.watchers.removeFirst() }
            state.redirects.append(url)
            return nil
        }
        watcher?.resume(returning: url)
    }

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(agent: self, base: try await browser.begin(redirectURI))
    }

    private struct Session: UserAgentSession {
        let agent: AppDelegateBrowser
        let base: any UserAgentSession
        var redirectURI: RedirectURI { base.redirectURI }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            agent.bring(try await base.present(url) { _ in .accepted(isSuccess: true) })
            let (stream, end) = AsyncStream.makeStream(of: Never.self)
            await withTaskCancellationHandler {
                for await _ in stream {}
            } onCancel: {
                end.finish()
            }
            agent.state.withLock { $0.isCancelled = true }
            throw AuthError(.canceled, origin: .userAgent, message: "The page was cancelled.")
        }

        func end() async { await base.end() }
    }
}
