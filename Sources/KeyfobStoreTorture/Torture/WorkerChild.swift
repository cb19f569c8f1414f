import Foundation

/// A worker process, spoken to line by line.
// Unchecked: it is handed from the thread that made it to the one that talks to it, and used by one at a time.
final class WorkerChild: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []
    private let endpoint: TokenEndpoint
    /// It has got a token and has not said that it is stored.
    private var isRefreshing = false

    init(_ command: [String], endpoint: TokenEndpoint) throws {
        self.endpoint = endpoint
        process.executableURL = URL(fileURLWithPath: command[0].hasPrefix("/") ? command[0] : "/usr/bin/env")
        process.arguments = command[0].hasPrefix("/") ? Array(command.dropFirst()) : command
        process.standardInput = input
        process.standardOutput = output
        // Ended by design: nobody wants a trace of it.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        try process.run()
        try? output.fileHandleForWriting.close()
    }

    /// Says a line; one that nobody hears any more is lost.
    func say(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// The next line that is no question to the token endpoint, which is answered; nil if the process has ended.
    func hear() -> String? {
        while let line = rawLine() {
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

    func kill() { signal(SIGKILL) }

    private func signal(_ number: Int32) { _ = Foundation.kill(process.processIdentifier, number) }

    /// Lets the process end.
    func finish() {
        try? input.fileHandleForWriting.close()
        while rawLine() != nil {}
        process.waitUntilExit()
    }

    private func rawLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            unread += data
        }
    }
}
