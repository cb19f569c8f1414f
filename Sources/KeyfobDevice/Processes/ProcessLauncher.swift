import Foundation
public import KeyfobDeviceProtocol
public import KeyfobSocket
import Synchronization

/// Starts apps as processes, each by way of `keyfob-device run-app`, which gives up the switchboard's rights first.
public struct ProcessLauncher: AppLauncher {
    private let runner: String
    private let loop: SocketLoop

    /// Makes a launcher.
    ///
    /// - Parameters:
    ///   - runner: the path of `keyfob-device`.
    ///   - loop: who notices that a process has ended.
    public init(runner: String, loop: SocketLoop) {
        self.runner = runner
        self.loop = loop
    }

    /// Starts an app's program as a process in a session of its own.
    public func launch(
        _ launch: AppLaunch, ended: @escaping @Sendable (String) -> Void
    ) throws(DeviceFault) -> any LaunchedApp {
        let user = launch.userID.map(String.init) ?? "-"
        // The runner still is the switchboard's user: nothing of the app's may stand in its own environment.
        let settings = launch.environment.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0)=\($1)"] }
        let arguments =
            [runner, "run-app", "--user", user, "--home", launch.home] + settings + ["--", launch.executable]
            + launch.arguments
        let processID = try Self.spawn(runner, arguments, log: launch.logPath)
        let handle: ProcessHandle
        do throws(SocketFault) {
            // A child that nobody has waited for keeps its number.
            handle = try ProcessHandle(processID: processID)
        } catch {
            kill(processID, SIGKILL)
            var status: Int32 = 0
            waitpid(processID, &status, 0)
            throw DeviceFault(.failed, error.message, remedy: "The switchboard needs Linux 5.3 or later.")
        }
        let app = LaunchedProcess(handle: handle, userID: launch.userID, ended: ended)
        loop.add(app)
        return app
    }

    private static func spawn(
        _ path: String, _ arguments: [String], log: String
    ) throws(DeviceFault) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Signals as a program expects them, whatever the switchboard's are; POSIX_SPAWN_SETSID is 0x80.
        var every = sigset_t()
        var none = sigset_t()
        sigfillset(&every)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = [nil]
        defer { for pointer in argv { free(pointer) } }
        var processID: pid_t = 0
        let result = posix_spawn(&processID, path, &actions, &attributes, &argv, &envp)
        guard result == 0 else {
            throw DeviceFault(
                .failed, "\(path) cannot be started: \(String(cString: strerror(result))).",
                remedy: "Name the program keyfob-device with --runner.")
        }
        return processID
    }
}
