#if Server && os(Linux)
import Foundation
import KeyfobDevice
import KeyfobDeviceProtocol

/// Gives many user ids to a user who is not root: a user namespace, with a range of ids from `/etc/subuid`.
enum UserNamespace {
    /// Replaces this process by a program that runs as root of such a namespace; returns only by throwing.
    ///
    /// - Throws: `DeviceError` with code `refused` if the namespace cannot be created, whose remedy names the change.
    static func enter(_ program: [String]) throws(DeviceError) {
        let unshare = try tool("unshare")
        for name in ["newuidmap", "newgidmap"] { _ = try tool(name) }
        try checkRanges()
        let options = ["--user", "--map-auto", "--map-root-user", "--"]
        // The kernel may refuse ranges that the files allow; this reports it here, and not in a program that replaces
        // this one.
        let (status, said) = try ChildStart.run(unshare, options + [try tool("true")])
        guard status == 0 else {
            throw refusal(
                "The kernel gives it no user namespace: \(said.trimmingCharacters(in: .whitespacesAndNewlines)).",
                "Let users have them: sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone=1, or "
                    + "kernel.apparmor_restrict_unprivileged_userns=0")
        }
        var argv: [UnsafeMutablePointer<CChar>?] = ([unshare] + options + program).map { strdup($0) } + [nil]
        // Threads of tasks block signals, and a program inherits that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(unshare, &argv)
        throw DeviceError(.failed, "\(unshare) cannot be started: \(String(cString: strerror(errno))).")
    }

    /// Returns the path of one of the system's own programs; `PATH` is not trusted.
    static func tool(_ name: String) throws(DeviceError) -> String {
        let paths = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }
        if let found = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) { return found }
        throw refusal(
            "The program \(name) is not installed.",
            name.hasPrefix("new") ? "Run: sudo apt-get install uidmap (Fedora: shadow-utils)" : "Install util-linux")
    }

    private static func checkRanges() throws(DeviceError) {
        guard let name = getpwuid(getuid()).map({ String(cString: $0.pointee.pw_name) }) else {
            throw refusal("User \(getuid()) has no name in /etc/passwd.", "Run it as a user who has one")
        }
        var lacking: [String] = []
        var options = ""
        for (path, option) in [("/etc/subuid", "--add-subuids"), ("/etc/subgid", "--add-subgids")] {
            let file = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let granted = SubordinateIDs(file: file, name: name, userID: getuid())
            guard !granted.suffices else { continue }
            lacking.append("\(path) gives \(name) \(granted.count) ids, and a device needs \(SubordinateIDs.needed).")
            options += "\(option) \(granted.free)-\(granted.free &+ 65_535) "
        }
        guard !lacking.isEmpty else { return }
        throw refusal(lacking.joined(separator: " "), "Run: sudo usermod \(options)\(name)")
    }

    private static func refusal(_ why: String, _ change: String) -> DeviceError {
        DeviceError(
            .refused, "User \(getuid()) cannot give each app a user id of its own. \(why)",
            remedy: "\(change); or run it as root; or pass --insecure-single-uid, which proves nothing about callers."
        )
    }
}
#endif
