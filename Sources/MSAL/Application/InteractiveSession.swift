import KeyfobBackport
import KeyfobCore
import KeyfobFlows

/// One sign-in: it can be cancelled, and it receives the redirect that the operating system gave to the app.
final class InteractiveSession: Sendable {
    private struct State {
        var stop: (@Sendable () -> Void)?
        var isCancelled = false
        var accepting: (@Sendable (String) -> RedirectDecision)?
        var waiter: CheckedContinuation<String?, Never>?
        /// A redirect that arrived before ``redirect()`` waited for it.
        var early: String?
    }

    private let state = Mutex(State())

    /// Runs the work in a task that ``cancel()`` cancels, and that the cancellation of the caller's task cancels too.
    func run<R: Sendable>(
        _ work: @escaping @Sendable () async throws(AuthError) -> R
    ) async -> Result<R, AuthError> {
        let task = Task<Result<R, AuthError>, Never> {
            do throws(AuthError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        let isCancelled = state.withLock { state in
            state.stop = { task.cancel() }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the sign-in.
    func cancel() -> Bool {
        let (isFirst, stop) = state.withLock { state in
            defer { state.isCancelled = true }
            return (!state.isCancelled, state.stop)
        }
        stop?()
        return isFirst
    }

    /// Takes redirects that `accepting` accepts, until the page is closed.
    func open(_ accepting: @escaping @Sendable (String) -> RedirectDecision) {
        state.withLock { $0.accepting = accepting }
    }

    /// Waits for the redirect.
    ///
    /// - Returns: nil if the session was closed without a redirect.
    func redirect() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let early: String?? = state.withLock { state in
                    if let early = state.early { return .some(early) }
                    guard state.accepting != nil else { return .some(nil) }
                    state.waiter = waiter
                    return nil
                }
                if let early { waiter.resume(returning: early) }
            }
        } onCancel: {
            close()
        }
    }

    /// Stops taking redirects.
    func close() {
        let waiter = state.withLock { state in
            state.accepting = nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// Delivers a redirect; a second delivery of the same one does nothing.
    func deliver(_ redirect: String) -> Bool {
        guard let accepting = state.withLock({ $0.accepting }), case .accepted = accepting(redirect) else {
            return false
        }
        let (isFirst, waiter) = state.withLock { state in
            guard state.accepting != nil else { return (false, CheckedContinuation<String?, Never>?.none) }
            state.accepting = nil
            defer { state.waiter = nil }
            if state.waiter == nil { state.early = redirect }
            return (true, state.waiter)
        }
        waiter?.resume(returning: redirect)
        return isFirst
    }
}
