import Foundation
import KeyfobTesting

/// A worker process, spoken to line by line.
// Unchecked: it is handed from the thread that made it to the one that talks to it, and used by one at a time.
final class WorkerChild: @unchecked Sendable {
    private let process: WaitingProcess
    private let endpoint: TokenEndpoint
    /// It has got a token and has not said that it is stored.
    private var isRefreshing = false

    init(_ command: [String], endpoint: TokenEndpoint) throws {
        self.endpoint = endpoint
        // Ended by design: nobody wants a trace of it.
        process = try WaitingProcess(command, adding: ["SWIFT_BACKTRACE": "enable=no"])
    }

    /// Says a line; one that nobody hears any more is lost.
    func say(_ line: String) { process.say(line) }

    /// The next line that is no question to the token endpoint, which is answered; nil if the process has ended.
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

    /// Says a line and hears the next.
    func ask(_ line: String) -> String? {
        say(line)
        return hear()
    }

    /// Hears every line up to one that begins with `done` or `error`; that one is the last. Without one it has died.
    func lines(_ body: (String) -> Void = { _ in }) -> String? {
        while let line = hear() {
            if line.hasPrefix("done") || line.hasPrefix("error") { return line }
            body(line)
        }
        return nil
    }

    func kill() { process.signal(SIGKILL) }

    /// Lets the process end.
    func finish() { process.finish() }
}
