import Dispatch
import Foundation
import KeyfobTesting

/// A terminal with a shell in which a test types, and whose screen it reads: the pane of a private tmux server.
///
/// The shell has the tool's environment and `keyfob` in its `PATH`. One task at a time uses a terminal.
struct Terminal: Sendable {
    /// A reason why the terminal is not as a test requires it, with the whole screen.
    struct TerminalError: Error, CustomStringConvertible {
        let description: String
    }

    /// How a command ended.
    struct Ending: Sendable {
        /// The exit status; 128 and the signal's number if a signal ended it.
        let status: Int32
        /// What arrived at the terminal between the command's line and the next prompt, sequences included.
        let output: String
    }

    /// A key that is no character.
    enum Key: String {
        case enter = "\r"
        case tab = "\t"
        case interrupt = "\u{3}"
        case endOfInput = "\u{4}"
    }

    private let pane: TerminalPane

    /// Opens a terminal, runs a test in it, and ends its server with everything that runs in it.
    ///
    /// It returns when the first prompt is there. Commands print colours only if the test is about them.
    static func play(
        _ tool: Tool, columns: Int = 100, rows: Int = 30, shell: TerminalShell = .plain, hasColours: Bool = false,
        _ body: (Terminal) async throws -> Void
    ) async throws {
        var tool = tool
        if !hasColours { tool.environment["NO_COLOR"] = "1" }
        let pane = try TerminalPane(tool, columns: columns, rows: rows, shell: shell)
        let result: Result<Void, any Error>
        do {
            let terminal = Terminal(pane: pane)
            _ = try await terminal.ending()
            result = .success(try await body(terminal))
        } catch {
            result = .failure(error)
        }
        await pane.end()
        try result.get()
    }

    /// Types a text as it stands; `\n` is Enter.
    func type(_ text: String) async throws { try await pane.send(Array(text.replacing("\n", with: "\r").utf8)) }

    /// Presses a key.
    func press(_ key: Key) async throws { try await type(key.rawValue) }

    /// Types a command and Enter, and does not wait for its end: ``ending(within:)`` does.
    func start(_ command: String) async throws {
        await pane.markCommand()
        try await type(command + "\n")
    }

    /// Waits until the command that was typed last has ended, and the next prompt is there.
    @discardableResult
    func ending(within seconds: Double = 90) async throws -> Ending {
        let pane = pane
        try await reach("The command did not end", within: seconds) { await pane.ending() != nil }
        guard let ending = await pane.ending() else { throw TerminalError(description: "The command did not end.") }
        return ending
    }

    /// Types a command and Enter, and waits for its end.
    @discardableResult
    func run(_ command: String, within seconds: Double = 90) async throws -> Ending {
        try await start(command)
        return try await ending(within: seconds)
    }

    /// Waits until the screen shows a text, where a line that the terminal wrapped is one line.
    ///
    /// - Throws: ``TerminalError`` with the whole screen if it does not within the time.
    func waits(for text: String, within seconds: Double = 90) async throws {
        let pane = pane
        try await reach("The screen did not show \"\(text)\"", within: seconds) {
            try await pane.capture("-J").contains(text)
        }
    }

    /// The rows of the screen.
    func screen() async throws -> [String] { try await pane.capture().split(separator: "\n").map(String.init) }

    /// Everything since the start, also what has left the screen; a line that the terminal wrapped is one line.
    func lines() async throws -> [String] { try await pane.capture("-J -S -").split(separator: "\n").map(String.init) }

    /// The screen with the sequences that make its colours and bold text.
    func styledScreen() async throws -> String { try await pane.capture("-e") }

    /// Every byte that arrived at the terminal, marks of the prompt included.
    func bytes() async -> [UInt8] { await pane.output }

    /// Changes the terminal's size.
    func resize(columns: Int, rows: Int) async throws { try await pane.resize(columns: columns, rows: rows) }

    /// Reads what the terminal gets until a condition holds.
    private func reach(
        _ failure: String, within seconds: Double, _ condition: @escaping @Sendable () async throws -> Bool
    ) async throws {
        let pane = pane
        let task = Task {
            while try await !condition() { try await pane.receiveOutput() }
        }
        let timer = DispatchWorkItem { task.cancel() }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: timer)
        defer { timer.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            // In a task of its own, since a test that has reached its time limit is cancelled and could not read.
            let screen = await Task { (try? await pane.capture()) ?? "no screen: \(error)" }.value
            throw TerminalError(description: "\(failure) within \(Int(seconds)) seconds. The screen:\n\(screen)")
        }
    }
}
