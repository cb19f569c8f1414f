import KeyfobBackport

/// The sign-in that is on the screen: at most one at a time.
public final class ADSessions: Sendable {
    /// The sessions of this process, which ``ADWebAuthController/cancelCurrentWebAuthSession()`` cancels.
    public static let shared = ADSessions()

    private struct State {
        var isOpen = false
        var isCanceled = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Makes an instance without a sign-in.
    public init() {}

    /// Whether a sign-in is on the screen.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Begins a sign-in; false if one is under way.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isOpen else { return false }
            state.isOpen = true
            return true
        }
    }

    /// Sets the closure that cancels the sign-in, and calls it if the sign-in has been cancelled meanwhile.
    func whenCanceled(_ cancel: @escaping @Sendable () -> Void) {
        let isCanceled = state.withLock { state in
            state.cancel = cancel
            return state.isCanceled
        }
        if isCanceled { cancel() }
    }

    func end() { state.withLock { $0 = State() } }

    /// Cancels the sign-in that is on the screen, if there is one.
    public func cancel() {
        let cancel = state.withLock { state in
            state.isCanceled = state.isOpen
            return state.cancel
        }
        cancel?()
    }
}
