import Foundation

/// A program that is spoken to line by line by a thread that may wait: for programs without tasks, and for tests that run
/// on threads of their own. Used by one thread at a time.
package final class WaitingProcess {
    private let process: SpawnedProcess
    private let input: FileHandle
    private let output: FileHandle
    private var unread: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: its path, or its name, which is looked for as the shell does, and its arguments.
    ///   - environment: what is added to this process's own.
    ///   - mergesErrors: whether its standard error is heard too; else it is this process's.
    /// - Throws: an error that says why it cannot be started.
    package init(_ command: [String], adding environment: [String: String] = [:], mergesErrors: Bool = false) throws {
        let isPath = command.first?.hasPrefix("/") == true
        let (input, output) = (Pipe(), Pipe())
        let writing = output.fileHandleForWriting.fileDescriptor
        process = try SpawnedProcess(
            isPath ? command[0] : "/usr/bin/env", isPath ? Array(command.dropFirst()) : command,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            descriptors: (input.fileHandleForReading.fileDescriptor, writing, mergesErrors ? writing : STDERR_FILENO))
        // Our copies of its ends: with them open, nobody would see it close them.
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
        // What others start meanwhile must not inherit ours.
        for handle in [self.input, self.output] { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
    }

    /// Its number.
    package var identifier: Int32 { process.identifier }

    /// Says a line; one that nobody hears any more is lost.
    package func say(_ line: String) { try? input.write(contentsOf: Data((line + "\n").utf8)) }

    /// The next line, for which this thread waits; nil if the program has closed its output.
    package func hear() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let data = output.availableData
            if data.isEmpty { return nil }
            unread += data
        }
    }

    /// Ends its input, and waits for its end.
    ///
    /// - Returns: its exit code, 128 and the signal's number if a signal ended it, and all that was not heard yet.
    @discardableResult
    package func finish() -> (status: Int32, rest: String) {
        try? input.close()
        var rest = unread
        unread = []
        while case let data = output.availableData, !data.isEmpty { rest += data }
        return (process.waitForEnd(), String(decoding: rest, as: UTF8.self))
    }

    /// Sends it a signal.
    package func signal(_ number: Int32) { process.signal(number) }

    /// Runs a program to its end.
    package static func run(_ command: [String], mergesErrors: Bool = false) throws -> (status: Int32, output: String) {
        let (status, rest) = try WaitingProcess(command, mergesErrors: mergesErrors).finish()
        return (status, rest)
    }
}
