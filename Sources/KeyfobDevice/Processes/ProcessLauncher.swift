#if os(Linux)
import Foundation
import KeyfobBackport
package import KeyfobDeviceProtocol
package import KeyfobSocket

/// Starts apps as processes, each by way of `keyfob-device run-app`, which drops the switchboard's rights first.
package struct ProcessLauncher: AppLauncher {
    private let runner: String
    private let loop: SocketLoop
    private let reaper = OrphanReaper.ifFirst()

    /// Makes a launcher.
    ///
    /// - Parameters:
    ///   - runner: the path of `keyfob-device`.
    ///   - loop: reports the ends of processes.
    package init(runner: String, loop: SocketLoop) {
        self.runner = runner
        self.loop = loop
    }

    /// Starts an app's program as a process in a session of its own.
    package func launch(
        _ launch: AppLaunch, ended: @escaping @Sendable (String) -> Void
    ) throws(DeviceError) -> any LaunchedApp {
        let user = launch.userID.map(String.init) ?? "-"
        // The runner still has the switchboard's user: no setting of the app's may be in its own environment.
        let settings = launch.environment.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0)=\($1)"] }
        let arguments =
            [runner, "run-app", "--user", user, "--home", launch.home] + settings + ["--", launch.executable]
            + launch.arguments
        let log = try AppLog(path: launch.logPath)
        loop.add(log)
        // The pipe ends with the last process that has it, and then the loop forgets it.
        defer { close(log.input) }
        let processID = try Self.spawn(runner, arguments, output: log.input)
        let handle: ProcessHandle
        do throws(SocketError) {
            // A child that was not reaped keeps its process id.
            handle = try ProcessHandle(processID: processID)
        } catch {
            kill(processID, SIGKILL)
            _ = ChildStart.wait(for: processID)
            throw DeviceError(.failed, error.message, remedy: "The switchboard needs Linux 5.3 or later.")
        }
        let app = LaunchedProcess(
            handle: handle, userID: launch.userID, sweep: { [runner, loop] in sweep($0, by: runner, on: loop, $1) },
            ended: { outcome in
                log.drain()
                ended(outcome)
            })
        loop.add(app)
        return app
    }

    /// Ends every process of a user by ``UserSweep``.
    package func endAll(of userID: UInt32) -> Bool { sweep(userID, by: runner) }

    private static func spawn(
        _ path: String, _ arguments: [String], output: Int32
    ) throws(DeviceError) -> Int32 {
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            throw DeviceError(.failed, "/dev/null cannot be opened: \(String(cString: strerror(errno))).")
        }
        defer { close(input) }
        do throws(DeviceError) {
            return try ChildStart.spawn(
                path, arguments, environment: [], input: input, output: output, errors: output, inNewSession: true)
        } catch {
            throw DeviceError(.failed, error.message, remedy: "Name the program keyfob-device with --runner.")
        }
    }
}
#endif
