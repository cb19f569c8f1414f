import Foundation
import KeyfobBackport

/// Runs programs as a user other than root, with or without their own range of user ids: in a mount namespace, so that
/// nothing of the machine is changed.
///
/// Root becomes user 65534 for it. Any other user stays the same, and needs a range in `/etc/subuid` to have one here.
package struct OrdinaryUser: Sendable {
    /// The user's id.
    package static var userID: UInt32 { geteuid() == 0 ? 65534 : geteuid() }
    private static let users = Atomic<UInt32>(0)
    /// The number of user ids in each range.
    package static let rangeSize: UInt32 = 65536
    /// The first of the user ids that root gives the user here, unique in this process.
    package let firstSubordinateID: UInt32

    /// The shell script that runs the program in its arguments. It is read, not executed: a child that another thread
    /// starts while it is written would keep it busy.
    private let script: String
    private let directory: SharedDirectory

    /// Prepares the user.
    ///
    /// - Parameters:
    /// - hasRange: Whether `/etc/subuid` and `/etc/subgid` have lines for them.
    /// - hidden: Files that are hidden from them, such as a program that is not installed.
    package init(hasRange: Bool, hiding hidden: [String] = []) throws {
        directory = try SharedDirectory("keyfob-user")
        firstSubordinateID = 400_000 + Self.users.wrappingAdd(1, ordering: .relaxed).oldValue % 1000 * Self.rangeSize
        let root = directory.path
        script = "\(root)/run-as"
        let name = geteuid() == 0 ? "nobody" : NSUserName()
        let lines = hasRange ? "\(name):\(firstSubordinateID):\(Self.rangeSize)\n" : ""
        try Data(lines.utf8).write(to: URL(fileURLWithPath: "\(root)/ids"))
        try Data().write(to: URL(fileURLWithPath: "\(root)/nothing"))
        for (folder, mode) in [("home", 0o711), ("tmp", 0o711), ("run", 0o700)] {
            let path = "\(root)/\(folder)"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
            guard chown(path, Self.userID, Self.userID) == 0 else { throw CocoaError(.fileWriteNoPermission) }
        }
        try Data(Self.steps(in: root, hasRange: hasRange, hidden: hidden).utf8)
            .write(to: URL(fileURLWithPath: script))
    }

    /// The user's home folder, through which every user may pass.
    package var home: String { "\(directory.path)/home" }
    /// Their temporary folder.
    package var temporary: String { "\(directory.path)/tmp" }

    /// The environment of the user's programs.
    package var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["HOME": home, "TMPDIR": temporary]) { $1 }
    }

    /// Runs a program as that user to its end.
    package func run(_ program: String, _ arguments: [String], input: String = "") async throws -> ChildProcess.Outcome
    {
        try await ChildProcess.run("/bin/sh", [script, program] + arguments, environment: environment, input: input)
    }

    /// Starts a program as that user.
    package func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        try ChildProcess("/bin/sh", [script, program] + arguments, environment: environment)
    }

    /// Removes the prepared files, and with root also those that apps of the user have left.
    package func remove() { directory.remove() }

    private static func steps(in root: String, hasRange: Bool, hidden: [String]) -> String {
        let isRoot = geteuid() == 0
        var steps = ["set -e"]
        // A user other than root keeps their own range, or has nothing mounted over it.
        if isRoot || !hasRange {
            steps += ["mount --bind \(root)/ids /etc/subuid", "mount --bind \(root)/ids /etc/subgid"]
        }
        for file in hidden { steps.append("mount --bind \(root)/nothing \(file)") }
        if isRoot {
            steps += [
                "mount -t tmpfs none /run", "mkdir -p /run/user/\(userID)",
                "mount --bind \(root)/run /run/user/\(userID)",
                "exec setpriv --reuid \(userID) --regid \(userID) --clear-groups --inh-caps=-all \"$@\"",
            ]
        } else if steps.count > 1 {
            steps.append("exec setpriv --inh-caps=-all --ambient-caps=-all \"$@\"")
        } else {
            return "exec \"$@\"\n"
        }
        let namespace = isRoot ? "unshare --mount" : "unshare --user --map-current-user --mount --keep-caps"
        return "exec \(namespace) /bin/sh -c '\(steps.joined(separator: "\n"))' sh \"$@\"\n"
    }
}
