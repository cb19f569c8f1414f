import KeyfobBackport
public import KeyfobCore
public import KeyfobFlows

/// A pause that ends when a test says so: for time limits that must not be reached unless they are under test.
public final class EndlessPause: Pause {
    private struct State {
        var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        var next: UInt64 = 0
        var seconds: [Double] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Makes a pause.
    public init() {}

    /// The seconds of each pause so far.
    public var asked: [Double] { state.withLock { $0.seconds } }

    /// Waits until a caller is waiting.
    public func isWaiting() async {
        await withCheckedContinuation { watcher in
            let isThere = state.withLock { state in
                if state.waiting.isEmpty { state.watchers.append(watcher) }
                return !state.waiting.isEmpty
            }
            if isThere { watcher.resume() }
        }
    }

    /// Ends every current pause, as if its time had come.
    public func elapse() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Waits for ``elapse()``, or for the task to be cancelled.
    public func wait(seconds: Double) async throws(AuthError) {
        let number = state.withLock { state in
            state.next &+= 1
            state.seconds.append(seconds)
            return state.next
        }
        let hasElapsed = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watchers = state.withLock { state in
                    state.waiting[number] = continuation
                    defer { state.watchers = [] }
                    return state.watchers
                }
                for watcher in watchers { watcher.resume() }
                if Task.isCancelled { leave(number) }
            }
        } onCancel: {
            leave(number)
        }
        guard hasElapsed else {
            throw AuthError(.canceled, origin: .app, message: "The call was cancelled while it waited.")
        }
    }

    private func leave(_ number: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
    }
}
