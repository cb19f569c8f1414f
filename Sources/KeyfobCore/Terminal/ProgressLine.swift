import Dispatch
import KeyfobBackport

/// Receives how much of long work is done: the number of its parts that are done, and of all.
package typealias ProgressReport = @Sendable (_ done: Int, _ all: Int) -> Void

/// A line on the terminal that says what long work does and for how long, and is removed at its end.
///
/// It appears after half a second, or after the seconds in `KEYFOB_PROGRESS_DELAY`. It is written to standard error, and
/// only if that is a terminal. The work itself only changes a value; a timer writes.
package final class ProgressLine: Sendable {
    private struct State {
        var text: String
        var begin: ContinuousClock.Instant
        var isVisible = false
        var isOver = false
    }

    /// The seconds between two writes.
    private static let period = 0.1

    private let state: Mutex<State>
    private let stream: StandardStream
    private let queue = DispatchQueue(label: "org.keyfob.progress")
    private let writesAtOnce: Bool

    /// Begins the line.
    ///
    /// - Parameters:
    ///   - text: what the work does, in a few words without data of others.
    ///   - environment: the process's environment.
    package init(_ text: String, environment: [String: String]) {
        let stream = StandardStream.error
        let delay = Self.delay(environment)
        state = Mutex(State(text: text, begin: .now))
        self.stream = stream
        let isShown = stream.canPlaceCursor(environment)
        writesAtOnce = isShown && delay == 0
        if writesAtOnce { write() }
        if isShown { writeLater(after: max(delay, Self.period)) }
    }

    deinit { end() }

    /// Changes what the line says.
    package func update(_ text: String) {
        state.withLock { $0.text = text }
        if writesAtOnce { write() }
    }

    /// Removes the line. Nothing is written after this.
    package func end() {
        state.withLock { state in
            state.isOver = true
            guard state.isVisible else { return }
            state.isVisible = false
            stream.writeIgnoringErrors("\r\u{1B}[K")
        }
    }

    private func writeLater(after seconds: Double) {
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self, self.write() else { return }
            self.writeLater(after: Self.period)
        }
    }

    /// Writes the line, and returns whether the work goes on.
    @discardableResult
    private func write() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.isVisible = true
            let seconds = state.begin.duration(to: .now).components.seconds
            let text = TerminalText.name(state.text) + (seconds > 0 ? " (\(seconds) s)" : "")
            // Without automatic wrapping a long text stays in one line, which can be removed.
            stream.writeIgnoringErrors("\r\u{1B}[K\u{1B}[?7l\(text)\u{1B}[?7h")
            return true
        }
    }

    /// The delay in seconds.
    private static func delay(_ environment: [String: String]) -> Double {
        guard let delay = environment["KEYFOB_PROGRESS_DELAY"].flatMap(Double.init), delay >= 0 else { return 0.5 }
        return min(delay, 3600)
    }
}
