#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the folder for the browser's files: one in which other users can neither replace nor remove them.
enum PageFolder {
    /// The first suitable folder of `XDG_RUNTIME_DIR`, `TMPDIR` and `/tmp`; nil if there is none. A browser that was
    /// installed as a snap sees none of these, only files in the user's home that are not hidden: where snaps are in
    /// use, the home is the first.
    static func choose(_ environment: [String: String]) -> String? {
        let home = environment["HOME"].flatMap { isFolder($0 + "/snap") ? $0 : nil }
        let named = [home, environment["XDG_RUNTIME_DIR"], environment["TMPDIR"], "/tmp"]
        return named.compactMap(\.self).first(where: isSafe).map { path in
            path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a folder belongs to this user or root, and other users who can write to it cannot change this user's
    /// files.
    private static func isSafe(_ path: String) -> Bool {
        var status = stat()
        guard path.hasPrefix("/"), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid() || status.st_uid == 0, access(path, W_OK | X_OK) == 0
        else { return false }
        return status.st_mode & (S_IWGRP | S_IWOTH) == 0 || status.st_mode & S_ISVTX != 0
    }
}
