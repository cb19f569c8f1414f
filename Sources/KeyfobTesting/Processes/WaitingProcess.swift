import Foundation

/// A program that is driven line by line from a thread that may block: for programs without tasks, and for tests that
/// run on separate threads. Used by one thread at a time.
package final class WaitingProcess {
    private let process: SpawnedProcess
    private let input: FileHandle
    private let output: FileHandle
    private var unread: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameters:
    /// - command: Its path, or its name, which is looked up as the shell does, and its arguments.
    /// - environment: Variables added to this process's own.
    /// - mergesErrors: Whether its standard error is read too; else it is this process's.
    /// - Throws: An error with the reason why it cannot be started.
    package init(_ command: [String], adding environment: [String: String] = [:], mergesErrors: Bool = false) throws {
        let isPath = command.first?.hasPrefix("/") == true
        let (input, output) = (Pipe(), Pipe())
        let writing = output.fileHandleForWriting.fileDescriptor
        process = try SpawnedProcess(
            isPath ? command[0] : "/usr/bin/env", isPath ? Array(command.dropFirst()) : command,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            descriptors: (input.fileHandleForReading.fileDescriptor, writing, mergesErrors ? writing : STDERR_FILENO))
        // This process's copies of the child's ends: while they are open, the end of its output would not be seen.
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
        // Other children must not inherit this process's ends.
        for handle in [self.input, self.output] { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
    }

    /// The process id.
    package var identifier: Int32 { process.identifier }

    /// Writes a line to its input; it is lost if the program has ended.
    package func say(_ line: String) { try? input.write(contentsOf: Data((line + "\n").utf8)) }

    /// Returns the next line, blocking the thread; nil if the program has closed its output.
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
    /// - Returns: Its exit code, or 128 and the signal's number, and the output that was not read yet.
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
