import Synchronization

/// The sign-in that is on the screen: at most one at a time.
public final class ADSessions: Sendable {
    /// Those of this process, which ``ADWebAuthController/cancelCurrentWebAuthSession()`` ends.
    public static let shared = ADSessions()

    private struct State {
        var isOpen = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Makes a place without a sign-in.
    public init() {}

    /// Whether a sign-in is on the screen.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Takes the place; false if it is taken.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isOpen else { return false }
            state.isOpen = true
            return true
        }
    }

    /// Says how the sign-in is ended before its time.
    func whenCanceled(_ cancel: @escaping @Sendable () -> Void) { state.withLock { $0.cancel = cancel } }

    func end() { state.withLock { $0 = State() } }

    /// Ends the sign-in that is on the screen, if there is one.
    public func cancel() { state.withLock { $0.cancel }?() }
}
