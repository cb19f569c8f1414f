import Foundation
import KeyfobTesting

/// A worker process, controlled line by line.
// Unchecked: it is passed from the thread that made it to the one that uses it, and used by one at a time.
final class WorkerChild: @unchecked Sendable {
    private let process: WaitingProcess
    private let endpoint: TokenEndpoint
    /// Whether it has received a token and has not reported that it is stored.
    private var isRefreshing = false

    init(_ command: [String], endpoint: TokenEndpoint) throws {
        self.endpoint = endpoint
        // It is killed on purpose, so no backtrace is wanted.
        process = try WaitingProcess(command, adding: ["SWIFT_BACKTRACE": "enable=no"])
    }

    /// Sends a line; it is lost if the process has ended.
    func say(_ line: String) { process.say(line) }

    /// The next line; requests to the token endpoint are served, and not returned. Nil if the process has ended.
    func hear() -> String? {
        while let line = process.hear() {
            let words = line.split(separator: " ").map(String.init)
            if words.first == "refreshed" { isRefreshing = false }
            guard words.count == 3, words[0] == "spend" else { return line }
            isRefreshing = true
            say(endpoint.answer(words[1], words[2]))
        }
        if isRefreshing { endpoint.excuse() }
        isRefreshing = false
        return nil
    }

    /// Sends a line and returns the next one.
    func ask(_ line: String) -> String? {
        say(line)
        return hear()
    }

    /// Passes on every line up to one that begins with `done` or `error`, and returns that; nil if the process was
    /// killed.
    func lines(_ body: (String) -> Void = { _ in }) -> String? {
        while let line = hear() {
            if line.hasPrefix("done") || line.hasPrefix("error") { return line }
            body(line)
        }
        return nil
    }

    func kill() { process.signal(SIGKILL) }

    /// Closes the process's input and waits for its end.
    func finish() { process.finish() }
}
