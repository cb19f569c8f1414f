import Foundation
import Synchronization

/// Programs as a user other than root, with or without a range of user ids of their own: in a namespace of mounts, so that
/// nothing of the machine's is changed.
///
/// Root becomes user 65534 for it. Who is no root already stays themselves, and needs a range in `/etc/subuid` to have one
/// here.
package struct OrdinaryUser: Sendable {
    /// The number of the user's.
    package static var userID: UInt32 { geteuid() == 0 ? 65534 : geteuid() }
    private static let users = Atomic<UInt32>(0)
    /// How many user ids each gets.
    package static let rangeSize: UInt32 = 65536
    /// The first of the user ids that root gives the user here: nobody else's in this process.
    package let firstSubordinateID: UInt32

    /// The shell's script that runs the program which its arguments name. It is read, not executed: what another thread
    /// starts while it is written would keep it busy.
    private let script: String
    private let directory: SharedDirectory

    /// Prepares the user.
    ///
    /// - Parameters:
    ///   - hasRange: whether `/etc/subuid` and `/etc/subgid` have lines for them.
    ///   - hidden: files that are hidden from them, such as a program that is not installed.
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

    /// A folder that is the user's own, and through which everybody may pass.
    package var home: String { "\(directory.path)/home" }
    /// Their temporary folder.
    package var temporary: String { "\(directory.path)/tmp" }

    /// What they find in their environment.
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

    /// Removes what was prepared. What apps of the user's have left is removed as well where that is root.
    package func remove() { directory.remove() }

    private static func steps(in root: String, hasRange: Bool, hidden: [String]) -> String {
        let isRoot = geteuid() == 0
        var steps = ["set -e"]
        // Somebody who is not root has the range that they have, or mounts nothing over it.
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
