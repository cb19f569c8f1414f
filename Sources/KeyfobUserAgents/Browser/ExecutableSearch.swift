#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds an executable as a shell would, without a shell.
enum ExecutableSearch {
    /// The path of the executable: the name itself if it has a slash, else the first executable file of that name in
    /// the folders of `path`. Relative folders in `path` are skipped, so that the working directory has no influence.
    static func find(_ name: String, path: String?) -> String? {
        if name.contains("/") { return isExecutable(name) ? name : nil }
        guard !name.isEmpty else { return nil }
        let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
        return folders.map { "\($0)/\(name)" }.first(where: isExecutable)
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
