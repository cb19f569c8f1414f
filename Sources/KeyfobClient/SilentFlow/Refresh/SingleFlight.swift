import KeyfobBackport
package import KeyfobCore

/// Joins equal calls of one process: the first starts the work, and all of them get its outcome.
///
/// The work does not belong to a caller. A caller that is cancelled stops waiting at once, but the work continues,
/// since a refresh that was sent must also be stored.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package typealias Outcome = Result<Value, AuthError>
    fileprivate typealias Waiter = CheckedContinuation<Outcome, Never>

    fileprivate struct Flight {
        var waiters: [UInt64: Waiter] = [:]
        /// The error for callers that waited too long; the work continues.
        var lateness: AuthError?
    }

    fileprivate struct State {
        var flights: [Key: Flight] = [:]
        var lastTicket: UInt64 = 0
        var idlers: [CheckedContinuation<Void, Never>] = []

        /// Removes a flight, and with the last one the callers that wait for idleness.
        mutating func land(_ key: Key) -> (waiters: [Waiter], idlers: [CheckedContinuation<Void, Never>]) {
            let waiters = flights.removeValue(forKey: key).map { Array($0.waiters.values) } ?? []
            guard flights.isEmpty else { return (waiters, []) }
            defer { idlers = [] }
            return (waiters, idlers)
        }
    }

    fileprivate let state = Mutex(State())

    /// Makes a register with no work under way.
    package init() {}

    /// Waits for the work of a key, and starts it unless it is under way.
    ///
    /// - Throws: the error of the work; `canceled` if this caller's task was cancelled first.
    package func join(_ key: Key, _ work: @escaping @Sendable () async -> Outcome) async throws(AuthError) -> Value {
        guard !Task.isCancelled else { throw Self.canceled }
        let ticket = state.withLock { state in
            state.lastTicket &+= 1
            return state.lastTicket
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let (isFirst, lateness) = state.withLock { state -> (Bool, AuthError?) in
                    if let lateness = state.flights[key]?.lateness { return (false, lateness) }
                    let isFirst = state.flights[key] == nil
                    state.flights[key, default: Flight()].waiters[ticket] = waiter
                    return (isFirst, nil)
                }
                if let lateness { return waiter.resume(returning: .failure(lateness)) }
                if isFirst { fly(key, work) }
                // The handler below may have run before there was a waiter to find.
                if Task.isCancelled { leave(key, ticket) }
            }
        } onCancel: {
            leave(key, ticket)
        }
        return try outcome.get()
    }

    /// Starts the work unless it is under way, and does not wait.
    func start(_ key: Key, _ work: @escaping @Sendable () async -> Outcome) {
        let isFirst = state.withLock { state in
            let isFirst = state.flights[key] == nil
            if isFirst { state.flights[key] = Flight() }
            return isFirst
        }
        if isFirst { fly(key, work) }
    }

    /// Releases the callers of work that takes too long: they, and later ones until it ends, fail with the
    /// error. The work continues, and no call starts it again.
    package func release(_ key: Key, _ lateness: AuthError) {
        let waiters = state.withLock { state -> [Waiter] in
            guard let flight = state.flights[key] else { return [] }
            state.flights[key] = Flight(lateness: lateness)
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: .failure(lateness)) }
    }

    /// Waits until no work is under way.
    func settle() async {
        await withCheckedContinuation { idler in
            let isIdle = state.withLock { state in
                if !state.flights.isEmpty { state.idlers.append(idler) }
                return state.flights.isEmpty
            }
            if isIdle { idler.resume() }
        }
    }

    private func fly(_ key: Key, _ work: @escaping @Sendable () async -> Outcome) {
        Task {
            let outcome = await work()
            let landed = state.withLock { $0.land(key) }
            for waiter in landed.waiters { waiter.resume(returning: outcome) }
            for idler in landed.idlers { idler.resume() }
        }
    }

    private func leave(_ key: Key, _ ticket: UInt64) {
        let waiter = state.withLock { $0.flights[key]?.waiters.removeValue(forKey: ticket) }
        waiter?.resume(returning: .failure(Self.canceled))
    }

    private static var canceled: AuthError {
        AuthError(.canceled, origin: .app, message: "The call was cancelled.")
    }
}

extension SingleFlight {
    /// The number of callers that wait for a key's work.
    func waiterCount(_ key: Key) -> Int { state.withLock { $0.flights[key]?.waiters.count ?? 0 } }
}
