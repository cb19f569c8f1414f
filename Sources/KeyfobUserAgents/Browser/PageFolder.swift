#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where files for the browser go: a folder in which other users can neither replace nor remove them.
enum PageFolder {
    /// The first that will do of `XDG_RUNTIME_DIR`, `TMPDIR` and `/tmp`; nil if none does. A browser that came as a snap
    /// sees none of these, only what is not hidden in the person's home: where snaps are in use, that is the first.
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

    /// Ours or root's, and others write there only if they cannot touch what is ours.
    private static func isSafe(_ path: String) -> Bool {
        var status = stat()
        guard path.hasPrefix("/"), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid() || status.st_uid == 0, access(path, W_OK | X_OK) == 0
        else { return false }
        return status.st_mode & (S_IWGRP | S_IWOTH) == 0 || status.st_mode & S_ISVTX != 0
    }
}
