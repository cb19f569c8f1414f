#if Server && LinuxTransport
import KeyfobBackport

/// Waits for the broker to come to the front, for operations that only an app in front may perform.
final class ForegroundGate: Sendable {
    private struct State {
        var times = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// How often the broker has come to the front.
    var times: Int { state.withLock { $0.times } }

    /// Records that the broker is in front.
    func open() { release { $0.times += 1 } }

    /// Ends every wait, since the broker ends.
    func close() { release { $0.isClosed = true } }

    /// Returns when the broker has come to the front again.
    ///
    /// - Parameter times: the earlier value of ``times``, so that a time in between is not missed.
    /// - Returns: false if it never will.
    func wait(after times: Int) async -> Bool {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard !state.isClosed, state.times == times else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
        return state.withLock { !$0.isClosed }
    }

    private func release(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
#endif
