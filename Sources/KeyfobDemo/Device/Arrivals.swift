#if Server
import KeyfobBackport

/// A queue of arriving elements, for a caller that takes one after the other and waits for the next.
final class Arrivals<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var shown = 0
        var waiting: [CheckedContinuation<Element, Never>] = []
    }

    private let state = Mutex(State())

    func add(_ element: Element) {
        let waiter = state.withLock { state -> CheckedContinuation<Element, Never>? in
            state.elements.append(element)
            guard !state.waiting.isEmpty else { return nil }
            state.shown += 1
            return state.waiting.removeFirst()
        }
        waiter?.resume(returning: element)
    }

    /// Removes and returns the next element, waiting for it if there is none.
    func next() async -> Element {
        await withCheckedContinuation { continuation in
            let element = state.withLock { state -> Element? in
                guard state.shown < state.elements.count else {
                    state.waiting.append(continuation)
                    return nil
                }
                defer { state.shown += 1 }
                return state.elements[state.shown]
            }
            if let element { continuation.resume(returning: element) }
        }
    }
}
#endif
