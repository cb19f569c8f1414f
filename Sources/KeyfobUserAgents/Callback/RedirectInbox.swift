import KeyfobBackport
import KeyfobCore
import KeyfobFlows

/// Receives the addresses that an app is opened with (`application(_:open:options:)`, `scene(_:openURLContexts:)`,
/// `onOpenURL`), for the sign-in that waits for one.
///
/// An address that no sign-in waits for is not consumed, so that the app can handle it; one that comes twice, because
/// both delegates pass it on, completes one sign-in once.
public final class RedirectInbox: Sendable {
    struct Ticket: Hashable, Sendable { let number: UInt64 }

    private struct Waiter {
        let accepting: @Sendable (String) -> RedirectDecision
        let resume: @Sendable (Result<String, AuthError>) -> Void
    }

    private struct State {
        var waiters: [Ticket: Waiter] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Makes an empty inbox; an app has one.
    public init() {}

    /// Delivers an address that the app was opened with.
    ///
    /// - Returns: whether a sign-in was waiting for it; if not, the app handles it.
    @discardableResult
    public func deliver(_ address: String) -> Bool {
        let waiter = state.withLock { state -> Waiter? in
            let taken = state.waiters.first { entry in
                if case .accepted = entry.value.accepting(address) { true } else { false }
            }
            return taken.flatMap { state.waiters.removeValue(forKey: $0.key) }
        }
        waiter?.resume(.success(address))
        return waiter != nil
    }

    /// Whether a sign-in is waiting.
    public var isWaiting: Bool { state.withLock { !$0.waiters.isEmpty } }

    func newTicket() -> Ticket {
        state.withLock { state in
            state.lastNumber &+= 1
            return Ticket(number: state.lastNumber)
        }
    }

    func wait(
        _ ticket: Ticket, accepting: @escaping @Sendable (String) -> RedirectDecision,
        resume: @escaping @Sendable (Result<String, AuthError>) -> Void
    ) {
        state.withLock { $0.waiters[ticket] = Waiter(accepting: accepting, resume: resume) }
    }

    /// Ends a wait with an error, unless it has ended already.
    func fail(_ ticket: Ticket, _ error: AuthError) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
        waiter?.resume(.failure(error))
    }
}
