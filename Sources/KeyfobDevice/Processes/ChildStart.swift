#if os(Linux)
import Foundation
import KeyfobCore
package import KeyfobDeviceProtocol

/// Starts programs by `posix_spawn`, with default signal handling, whatever this process's is.
package enum ChildStart {
    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: the program.
    ///   - arguments: its arguments, its own name first.
    ///   - environment: `NAME=VALUE` each; nil passes on this process's.
    ///   - input: the descriptor for its standard input.
    ///   - output: the descriptor for its standard output; nil for this process's own.
    ///   - errors: the same for standard error.
    ///   - inNewSession: whether it leaves this process's session, and with it its terminal.
    /// - Returns: the process id. The caller has to wait for it.
    /// - Throws: `DeviceError` with code `failed`.
    package static func spawn(
        _ path: String, _ arguments: [String], environment: [String]? = nil, input: Int32 = STDIN_FILENO,
        output: Int32? = nil, errors: Int32? = nil, inNewSession: Bool = false
    ) throws(DeviceError) -> Int32 {
        let own = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var start = ProcessStart(path, arguments: arguments, environment: environment ?? own)
        start.descriptors = [(STDIN_FILENO, .copy(of: input))]
        if let output { start.descriptors.append((STDOUT_FILENO, .copy(of: output))) }
        if let errors { start.descriptors.append((STDERR_FILENO, .copy(of: errors))) }
        start.group = inNewSession ? .session : .inherited
        return try OwnChildren.start { [start] () throws(DeviceError) in
            do throws(ProcessStart.StartError) {
                return try start.spawn()
            } catch {
                throw DeviceError(.failed, "\(error).")
            }
        }
    }

    /// Waits for a program to end.
    ///
    /// - Returns: its exit code; 128 and the signal's number if a signal ended it.
    package static func wait(for processID: Int32) -> Int32 {
        defer { OwnChildren.forget(processID) }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 { if errno != EINTR { return 0 } }
        return ProcessStart.exitStatus(status)
    }

    /// Runs a program to its end and returns its exit code and its output, standard error included.
    ///
    /// - Throws: `DeviceError` with code `failed` if it cannot be started.
    package static func run(_ path: String, _ arguments: [String]) throws(DeviceError) -> (status: Int32, said: String)
    {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw DeviceError(.failed, "No pipe can be made.") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let processID: Int32
        do throws(DeviceError) {
            processID = try spawn(path, [path] + arguments, output: ends[1], errors: ends[1])
        } catch {
            for end in ends { close(end) }
            throw error
        }
        close(ends[1])
        let said = try? FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readToEnd()
        return (wait(for: processID), String(decoding: said ?? Data(), as: UTF8.self))
    }
}
#endif
