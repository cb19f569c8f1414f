import Foundation
import KeyfobDeviceProtocol

/// Many user ids for a user who is not root: a user namespace, with a range of ids from `/etc/subuid`.
enum UserNamespace {
    /// Runs this command anew as root of such a namespace, in place of this process; returns only by throwing.
    ///
    /// - Throws: `DeviceFault` with code `refused` if the namespace cannot be had.
    static func enter(_ arguments: [String]) throws(DeviceFault) {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? arguments[0]
        let paths = ["/usr/bin", "/bin", "/usr/sbin"]
        func find(_ name: String) -> String? {
            paths.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        }
        if let unshare = find("unshare"), find("newuidmap") != nil, find("newgidmap") != nil {
            // A namespace of processes as well: /proc can be mounted without the other users' processes then.
            let command =
                [
                    unshare, "--user", "--map-auto", "--map-root-user", "--pid", "--fork", "--mount-proc",
                    "--kill-child", "--", own,
                ] + arguments.dropFirst()
            var argv: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
            execv(unshare, &argv)
        }
        throw DeviceFault(
            .refused, "User \(geteuid()) cannot give each app a user id of its own.",
            remedy: "Run keyfob-device as root; or install newuidmap and newgidmap (Debian: uidmap) and give this user "
                + "ranges in /etc/subuid and /etc/subgid; or pass --insecure-single-uid, which proves nothing about "
                + "who calls.")
    }
}
