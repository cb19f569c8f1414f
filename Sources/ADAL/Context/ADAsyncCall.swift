import Synchronization

/// A call by an async form while it runs its block form.
final class ADAsyncCall: Sendable {
    /// The async form that runs its block form now; nil for an app's own call with a block.
    @TaskLocal static var current: ADAsyncCall?

    private struct State: Sendable {
        var continuation: CheckedContinuation<ADAuthenticationResult, Never>?
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    func wait(_ continuation: CheckedContinuation<ADAuthenticationResult, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    /// Remembers the task of the call, which a cancellation then ends.
    func started(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Passes on the first result; an override may call its block more than once.
    func end(_ result: ADAuthenticationResult) {
        let continuation = state.withLock { state in
            let continuation = state.continuation
            state.continuation = nil
            return continuation
        }
        continuation?.resume(returning: result)
    }
}
