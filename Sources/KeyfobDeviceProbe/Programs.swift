import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobTesting

/// An app's actions with other programs: starts them, passes its connection to them, becomes one, leaves them behind.
enum Programs {
    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Starts another program, which prints the app that the device takes it for.
    static func swap(_ path: String) async throws -> JSONValue {
        let outcome = try await ChildProcess.run(path, ["connect"], environment: environment)
        return .string(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Connects to the device, starts another program with that connection as its standard input, and returns the app
    /// that the device takes that program for.
    static func handOver(_ socket: String, to program: String) async throws -> JSONValue {
        let descriptor = try UnixSocket.connect(path: socket)
        let output = Pipe()
        let writing = output.fileHandleForWriting
        let process = try SpawnedProcess(
            program, ["speak"], environment: environment,
            descriptors: (descriptor, writing.fileDescriptor, STDERR_FILENO))
        UnixSocket.close(descriptor)
        _ = await process.status()
        try writing.close()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        return .string(String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Becomes another program, in the process that the device has launched; returns only if that fails.
    static func turnInto(_ path: String) -> Int32 {
        var argv: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        execve(path, &argv, &envp)
        return errno
    }

    /// Leaves a process behind, in a session of its own, that ignores signals.
    static func leaveBehind() throws -> JSONValue {
        let child = try ChildProcess(
            "/usr/bin/setsid", ["/bin/sh", "-c", "trap '' HUP TERM; exec tail -f /dev/null"], environment: environment)
        return .integer(child.identifier)
    }

    /// Leaves processes behind that each start their successor and end: a search finds process ids that no longer
    /// exist.
    static func multiply() throws -> JSONValue {
        let script = "\(environment["HOME"] ?? ".")/relay.sh"
        try Data("trap '' HUP TERM\n/bin/sh \"$0\" &\n".utf8).write(to: URL(fileURLWithPath: script))
        for _ in 0..<3 { _ = try ChildProcess("/usr/bin/setsid", ["/bin/sh", script], environment: environment) }
        return true
    }

    /// Leaves orphans behind, which end at once.
    static func orphan(_ count: Int) async throws -> JSONValue {
        let script = "i=0; while [ $i -lt \(count) ]; do ( /bin/true & ); i=$((i+1)); done"
        let outcome = try await ChildProcess.run("/bin/sh", ["-c", script], environment: environment)
        return .bool(outcome.status == 0)
    }

    /// Leaves a process behind that stops every process it may, over and over, as soon as this one has ended.
    static func shootBack() async throws -> JSONValue {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let child = try ChildProcess("/usr/bin/setsid", [program, "shoot"], environment: environment)
        return .bool(await child.nextLine() == "ready")
    }

    /// The program of the process that was left behind. It stops every process under its user id, which has to be an
    /// app's own.
    static func shoot() {
        let parent = getppid()
        guard environment["KEYFOB_DEVICE_SOCKET"] != nil, getuid() >= 210_000, getuid() == geteuid() else { return }
        print("ready")
        fflush(nil)
        // The process that started it would be stopped as well, and could not report that this one is ready.
        while getppid() == parent { usleep(500) }
        for _ in 0..<8 { Thread.detachNewThread { while true { kill(-1, SIGSTOP) } } }
        while true { pause() }
    }
}
