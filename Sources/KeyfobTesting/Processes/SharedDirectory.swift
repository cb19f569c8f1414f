import Foundation

/// A directory for one test whose processes have several user ids: each of them can reach a path that it knows, and
/// none can list the directory.
package struct SharedDirectory: Sendable {
    /// Its path.
    package let path: String

    /// Makes a directory.
    ///
    /// It is in the temporary directory if every user can get there, and else in `/tmp`: the path is short, because
    /// sockets' paths have to be.
    package init(_ name: String = "keyfob") throws {
        let wanted = FileManager.default.temporaryDirectory.path
        let parent = wanted.utf8.count < 60 && Self.isReachable(wanted) ? wanted : "/tmp"
        path = "\(parent)/\(name)-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o711])
        // The mask of the process does not apply.
        try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: path)
    }

    /// Removes it with its content.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Whether every user may pass through a directory and all those above it.
    private static func isReachable(_ path: String) -> Bool {
        var url = URL(fileURLWithPath: path).standardizedFileURL
        while true {
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
            guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 1 == 1 else {
                return false
            }
            if url.path == "/" { return true }
            url.deleteLastPathComponent()
        }
    }
}
