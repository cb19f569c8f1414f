#if os(Linux)
import Foundation
package import KeyfobDeviceProtocol

/// Turns a process of the switchboard's into an app: drops its privileges before it runs the app's program.
///
/// It runs in a process of its own with one thread, between that process's start and the program's.
package enum AppConfinement {
    /// The arguments that the switchboard passes to the process.
    package struct Target: Sendable {
        let userID: UInt32?
        let home: String
        let environment: [String]
        let program: [String]

        /// Reads the arguments of `keyfob-device run-app`.
        ///
        /// - Parameters:
        ///   - userID: the user to become; `-` keeps the switchboard's.
        ///   - home: the folder to start in.
        ///   - environment: the program's whole environment, `NAME=VALUE` each. This process has another one, since it
        ///     still has the switchboard's rights and an app's bundle determines this one.
        ///   - program: the program's path and arguments.
        /// - Returns: nil if they are invalid.
        package init?(userID: String, home: String, environment: [String], program: [String]) {
            guard !program.isEmpty, userID == "-" || UInt32(userID).map({ $0 > 0 }) == true else { return nil }
            self.userID = UInt32(userID)
            self.home = home
            self.environment = environment
            self.program = program
        }
    }

    /// Drops the privileges that an app must not have, and runs its program in this process; returns only if that
    /// fails.
    ///
    /// - Returns: the failure. Nothing of the app's has run then.
    package static func run(_ target: Target) -> DeviceError {
        umask(0o077)
        hideOthers()
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // A core file would write memory to the disk.
        guard setrlimit(RLimit.core, &none) == 0 else { return failure("setrlimit") }
        if let userID = target.userID {
            // Counted by user: a program that keeps forking reaches its own limit, and not the machine's.
            var some = rlimit(rlim_cur: processLimit, rlim_max: processLimit)
            guard setrlimit(RLimit.processes, &some) == 0 else { return failure("setrlimit") }
            // In another order, the process would lack the right to drop the rest.
            guard setgroups(0, nil) == 0, setgid(userID) == 0, setuid(userID) == 0 else { return failure("setuid") }
            guard getuid() == userID, geteuid() == userID, getgid() == userID, setuid(0) != 0 else {
                return DeviceError(.failed, "The process could not become user \(userID) for good.")
            }
        }
        guard leaveKeyring() else { return failure("KEYCTL_JOIN_SESSION_KEYRING") }
        // No program with a set-user-id bit gives an app another user.
        guard let prctl = LinuxCalls.prctl, prctl(38, 1, 0, 0, 0) == 0 else { return failure("PR_SET_NO_NEW_PRIVS") }
        guard chdir(target.home) == 0 else { return failure("chdir") }
        closeOthers()
        var arguments: [UnsafeMutablePointer<CChar>?] = target.program.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = target.environment.map { strdup($0) } + [nil]
        // A process that was forked while the program was being written holds the file open for writing until it
        // executes its own program; the kernel does not run a file that is open for writing.
        for _ in 0..<busyAttempts {
            execve(target.program[0], &arguments, &environment)
            guard errno == ETXTBSY else { break }
            usleep(busyPause)
            errno = ETXTBSY
        }
        return failure("execve \(target.program[0])")
    }

    /// Hides the other users' processes in `/proc`, and their System V and POSIX message queues. Where the kernel does
    /// not allow it, they stay visible but inaccessible: only their user can read `environ`, `mem` and `fd`.
    private static func hideOthers() {
        let (newMounts, newIPC): (Int32, Int32) = (0x0002_0000, 0x0800_0000)
        if let unshare = LinuxCalls.unshare { _ = unshare(newIPC) }
        guard let unshare = LinuxCalls.unshare, let mount = LinuxCalls.mount, unshare(newMounts) == 0 else { return }
        let (recursive, privately): (UInt, UInt) = (1 << 14, 1 << 18)
        guard mount(nil, "/", nil, recursive | privately, nil) == 0 else { return }
        // Without set-user-id bits, devices and programs: `nosuid,nodev,noexec`.
        _ = mount("proc", "/proc", "proc", 2 | 4 | 8, "hidepid=2")
    }

    /// Begins a new session keyring for the app: the switchboard's would survive all the other steps, and every process
    /// that has it has every key in it, whichever user added it.
    private static func leaveKeyring() -> Bool {
        let join = 1
        guard let syscall = LinuxCalls.syscall, syscall(LinuxCalls.keyctl, join, 0, 0, 0, 0) < 0 else { return true }
        // A kernel without keyrings, or a container that forbids them, has none to share.
        return errno == ENOSYS || errno == EPERM
    }

    private static func closeOthers() {
        if let closeRange = LinuxCalls.closeRange, closeRange(3, .max, 0) == 0 { return }
        for descriptor in 3..<4096 { close(Int32(descriptor)) }
    }

    private static func failure(_ call: String) -> DeviceError {
        DeviceError(.failed, "\(call) failed: \(String(cString: strerror(errno))).")
    }

    /// The maximum number of an app's processes and threads.
    private static let processLimit: rlim_t = 2048

    /// The number of attempts to run a program that is being written, and the microseconds between them: ten seconds in
    /// all.
    private static let busyAttempts = 1000
    private static let busyPause: UInt32 = 10_000

    #if canImport(Glibc)
    private enum RLimit {
        static let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        static let processes = __rlimit_resource_t(6)  // RLIMIT_NPROC, which this system's headers hide
    }
    #else
    private enum RLimit {
        static let core = RLIMIT_CORE
        static let processes = RLIMIT_NPROC
    }
    #endif
}
#endif
