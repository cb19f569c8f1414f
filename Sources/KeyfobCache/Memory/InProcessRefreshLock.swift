import KeyfobBackport
package import KeyfobCore

/// Serializes refreshes among the tasks of one process, in the order of their calls.
package final class InProcessRefreshLock: RefreshLock {
    private enum Outcome { case acquired, timedOut, canceled }

    private struct Waiter {
        let id: UInt64
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var held: Set<RefreshLockKey> = []
        var waiters: [RefreshLockKey: [Waiter]] = [:]
        var canceled: Set<UInt64> = []
        var nextID: UInt64 = 0
    }

    private let state = Mutex(State())
    private let pause: @Sendable (Double) async -> Void

    /// Makes a lock that is not held.
    ///
    /// - Parameter pause: waits for that many seconds, or less if its task is cancelled.
    package init(
        pause: @escaping @Sendable (Double) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
    ) {
        self.pause = pause
    }

    /// Runs `body` while no other task of this process holds the key.
    package func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        switch await acquire(key, timeoutSeconds) {
        case .acquired: break
        case .timedOut: throw .refreshStillRunning
        case .canceled: throw .refreshCanceled
        }
        defer { release(key) }
        return try await body()
    }

    private func acquire(_ key: RefreshLockKey, _ timeoutSeconds: Double) async -> Outcome {
        let id = state.withLock { state -> UInt64? in
            if state.held.insert(key).inserted { return nil }
            state.nextID += 1
            return state.nextID
        }
        guard let id else { return .acquired }
        let timer = Task { [pause] in
            await pause(timeoutSeconds)
            if !Task.isCancelled { self.giveUp(id, key, .timedOut) }
        }
        defer { timer.cancel() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state -> Outcome? in
                    if state.canceled.remove(id) != nil { return .canceled }
                    // The lock may have been released in between.
                    if state.held.insert(key).inserted { return .acquired }
                    state.waiters[key, default: []].append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            giveUp(id, key, .canceled)
        }
        state.withLock { _ = $0.canceled.remove(id) }
        return outcome
    }

    private func giveUp(_ id: UInt64, _ key: RefreshLockKey, _ outcome: Outcome) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters[key]?.firstIndex(where: { $0.id == id }) else {
                if outcome == .canceled { state.canceled.insert(id) }
                return nil
            }
            return state.waiters[key]?.remove(at: index)
        }
        waiter?.continuation.resume(returning: outcome)
    }

    /// Passes the lock to the first waiter, or releases it.
    private func release(_ key: RefreshLockKey) {
        let next = state.withLock { state -> Waiter? in
            guard var queue = state.waiters[key], !queue.isEmpty else {
                state.waiters[key] = nil
                state.held.remove(key)
                return nil
            }
            let first = queue.removeFirst()
            state.waiters[key] = queue.isEmpty ? nil : queue
            return first
        }
        next?.continuation.resume(returning: .acquired)
    }
}
