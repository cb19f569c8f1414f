import KeyfobBackport
import KeyfobCore
import KeyfobFlows

/// What the two sides of a sign-in tell each other: the task that waits for the redirect, and the thread that listens.
final class LoopbackControl: Sendable {
    private struct State {
        var waiter: CheckedContinuation<Result<String, LoopbackListener.Stop>, Never>?
        var page: ResultPage?
        var isEnded = false
        var failure: AuthError?
        var isListening = false
        var strayCount = 0
    }

    private let state = Mutex(State())
    private let app: String?
    private let onStray: (@Sendable (StrayResponse) -> Void)?
    private let finished = AsyncStream<Void>.makeStream()

    /// Every local process can send such responses: no more are reported.
    private static let mostReported = 5

    init(app: String?, onStray: (@Sendable (StrayResponse) -> Void)?) {
        self.app = app
        self.onStray = onStray
    }

    /// The page for a user who is signed in.
    var signedIn: ResultPage { .signedIn(app) }

    // MARK: The thread

    /// Reports the redirect to the task.
    func accept(_ redirect: String) { resume(.success(redirect)) }

    /// The page for the accepted redirect, once it is known; the other one if the session ended without.
    func page(orElse other: ResultPage) -> ResultPage? {
        state.withLock { $0.page ?? ($0.isEnded ? other : nil) }
    }

    /// Reports a response that is not accepted.
    func reportStray(_ response: StrayResponse) {
        let isReported = state.withLock { state in
            state.strayCount += 1
            return state.strayCount <= Self.mostReported
        }
        if isReported { onStray?(response) }
    }

    /// The thread has closed its sockets.
    func finish(_ stop: LoopbackListener.Stop?) {
        if let stop { resume(.failure(stop)) }
        finished.continuation.finish()
    }

    private func resume(_ result: Result<String, LoopbackListener.Stop>) {
        state.withLock { $0.waiter.take() }?.resume(returning: result)
    }

    // MARK: The task

    /// Waits for the redirect.
    ///
    /// - Parameter start: starts the thread.
    func redirect(_ start: () -> Void) async -> Result<String, LoopbackListener.Stop> {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiter = continuation
                state.isListening = true
            }
            start()
        }
    }

    /// Sets the page for the accepted redirect.
    func show(_ outcome: PageOutcome) {
        state.withLock { $0.page = ResultPage(outcome, app: app) }
    }

    /// The browser could not be started.
    func fail(_ error: AuthError) { state.withLock { $0.failure = error } }
    var failure: AuthError? { state.withLock(\.failure) }

    /// The session ends.
    func end() { state.withLock { $0.isEnded = true } }

    /// Waits until the thread has closed its sockets; returns at once if it was never started.
    func waitForThread() async {
        guard state.withLock(\.isListening) else { return }
        for await _ in finished.stream {}
    }
}

/// A response at the redirect URI that a sign-in does not accept.
public enum StrayResponse: Sendable, Hashable {
    /// It does not have the `state` of this sign-in: it belongs to an earlier one, or was forged.
    case anotherRequest
    /// It comes from a process of another user of this machine.
    case anotherUser
}
