import Foundation

/// A line on the terminal that says how many files are read, and is removed at the end. `keyfob` has one like it, which
/// this package does not build.
///
/// It appears after half a second, or after the seconds in `KEYFOB_PROGRESS_DELAY`, and only on a terminal.
final class ProgressLine {
    private let isShown: Bool
    private var next: ContinuousClock.Instant
    private var isVisible = false

    init(environment: [String: String]) {
        let kind = environment["TERM", default: ""]
        isShown = isatty(STDERR_FILENO) == 1 && !kind.isEmpty && kind != "dumb"
        let delay = environment["KEYFOB_PROGRESS_DELAY"].flatMap(Double.init) ?? 0.5
        next = .now + .seconds(max(0, min(delay, 3600)))
    }

    /// Shows how far the work is, at most ten times a second.
    func update(_ verb: String, _ done: Int, _ all: Int) {
        guard isShown, .now >= next else { return }
        next = .now + .milliseconds(100)
        isVisible = true
        write("\r\u{1B}[K\(verb) file \(done + 1) of \(all)")
    }

    /// Removes the line.
    func end() {
        guard isVisible else { return }
        isVisible = false
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
