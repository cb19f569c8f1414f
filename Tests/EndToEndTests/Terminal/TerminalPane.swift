import Foundation
import KeyfobTesting

/// The pane of a private tmux server, in tmux's control mode: each line that is written to the client is a command, and
/// its lines are the responses and what the pane's programs print.
///
/// The server's socket and settings are in the test's directory. The server ends with its client, also when the test's
/// process is killed.
actor TerminalPane {
    private struct Response {
        let lines: [String]
        let isError: Bool
    }

    private let client: ChildProcess
    /// What the pane's programs have printed. A character outside of ASCII can be damaged here, never on the screen.
    private(set) var output: [UInt8] = []
    private var commandStart = 0
    private var sent = 0
    private var responses: [Response] = []
    private var open: (mark: Substring, lines: [String])?

    init(_ tool: Tool, columns: Int, rows: Int, shell: TerminalShell) throws {
        let folder = "\(tool.directory.path)/terminal-\(UUID().uuidString.prefix(8))"
        var environment = tool.environment
        environment.merge(try shell.settings(in: folder)) { _, new in new }
        environment["PATH"] = "\(BuildProducts.folder):\(tool.environment["PATH"] ?? "")"
        environment["LC_ALL"] = "C.UTF-8"
        let settings = """
            set -g default-terminal tmux-256color
            set -g default-shell /bin/sh
            set -g status off
            set -g history-limit 5000
            set -g destroy-unattached on

            """
        try settings.write(toFile: "\(folder)/settings", atomically: false, encoding: .utf8)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let tmux = path.split(separator: ":").map { "\($0)/tmux" }.first(where: FileManager.default.isExecutableFile)
        guard let tmux else { throw Terminal.TerminalError(description: "tmux is not installed.") }
        client = try ChildProcess(
            tmux,
            ["-S", "\(folder)/socket", "-f", "\(folder)/settings", "-C", "new-session"]
                + ["-x", "\(columns)", "-y", "\(rows)"] + shell.command,
            environment: environment)
    }

    /// Ends the server and everything in its pane.
    func end() async {
        try? client.write("kill-server\n")
        client.closeInput()
        _ = await client.outcome()
    }

    /// Sends bytes as if they were typed.
    func send(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await command("send-keys -H " + bytes.map { String($0, radix: 16) }.joined(separator: " "))
    }

    /// Returns the screen, with the options of tmux's `capture-pane`.
    func capture(_ options: String = "") async throws -> String {
        try await command("capture-pane -p \(options)").joined(separator: "\n")
    }

    func resize(columns: Int, rows: Int) async throws {
        try await command("refresh-client -C \(columns)x\(rows)")
    }

    /// Notes that a command begins here.
    func markCommand() { commandStart = output.count }

    /// The end of the last command, if the prompt after it is there.
    func ending() -> Terminal.Ending? {
        let text = String(decoding: output[commandStart...], as: UTF8.self)
        guard let mark = text.range(of: TerminalShell.mark),
            let end = text.range(of: TerminalShell.markEnd, range: mark.upperBound..<text.endIndex),
            let status = Int32(text[mark.upperBound..<end.lowerBound]),
            text[end.upperBound...].contains(TerminalShell.prompt)
        else { return nil }
        // The first line is the command, as it was typed.
        let typed = commandStart == 0 ? nil : text.range(of: "\r\n")
        let start = min(typed?.upperBound ?? text.startIndex, mark.lowerBound)
        return Terminal.Ending(status: status, output: String(text[start..<mark.lowerBound]))
    }

    /// Waits until the pane's programs print something.
    func receiveOutput() async throws {
        let count = output.count
        while output.count == count { try await receive() }
    }

    @discardableResult
    private func command(_ text: String) async throws -> [String] {
        try client.write(text + "\n")
        sent += 1
        let number = sent
        while responses.count < number { try await receive() }
        let response = responses[number - 1]
        guard !response.isError else {
            throw Terminal.TerminalError(description: "tmux: \(response.lines.joined(separator: "\n"))")
        }
        return response.lines
    }

    private func receive() async throws {
        guard let line = await client.nextLine() else {
            try Task.checkCancellation()
            throw Terminal.TerminalError(description: "The terminal has ended: \(client.errorsSoFar)")
        }
        if let current = open {
            guard line == "%end \(current.mark)" || line == "%error \(current.mark)" else {
                open?.lines.append(line)
                return
            }
            open = nil
            // The last part of the mark is 1 for a command of this client, 0 for the one that started the server.
            guard current.mark.hasSuffix(" 1") else { return }
            responses.append(Response(lines: current.lines, isError: line.hasPrefix("%error")))
        } else if line.hasPrefix("%begin ") {
            open = (line.dropFirst("%begin ".count), [])
        } else if line.hasPrefix("%output ") {
            output += Self.decoded(line.dropFirst("%output ".count).drop { $0 != " " }.dropFirst().utf8)
        }
    }

    /// Control characters and the backslash are three octal digits after a backslash.
    private static func decoded(_ text: Substring.UTF8View) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
