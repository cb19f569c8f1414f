import Foundation

/// The process `KeyfobStoreTorture`, spoken to line by line.
final class WorkerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []

    /// Where the build puts executables: beside the bundle of tests that is running.
    static var executable: String {
        let running = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent().path
        let source =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path + "/.build/debug"
        let candidates = [running, Bundle.main.bundlePath, source].map { $0 + "/KeyfobStoreTorture" }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
    }

    /// Starts the worker, if wished through another command that ends with it.
    init(_ arguments: [String], through command: [String] = [], executable: String = executable) throws {
        let line = command + [executable] + arguments
        process.executableURL = URL(fileURLWithPath: line[0].hasPrefix("/") ? line[0] : "/usr/bin/env")
        process.arguments = line[0].hasPrefix("/") ? Array(line.dropFirst()) : line
        process.standardInput = input
        process.standardOutput = output
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        try process.run()
        try? output.fileHandleForWriting.close()
    }

    var identifier: Int32 { process.processIdentifier }

    /// Says a line; one that nobody hears any more is lost.
    func say(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// The next line; nil if the process has closed its output.
    func hear() -> String? {
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

    /// Says a line and hears the next.
    func ask(_ line: String) -> String? {
        say(line)
        return hear()
    }

    /// Lets the process end and hears what is left.
    @discardableResult
    func finish() -> [String] {
        try? input.fileHandleForWriting.close()
        var lines: [String] = []
        while let line = hear() { lines.append(line) }
        process.waitUntilExit()
        return lines
    }

    /// Ends the process as `kill` with that signal does.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }
}
