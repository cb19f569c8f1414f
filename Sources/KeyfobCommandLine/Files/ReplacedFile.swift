#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
package import KeyfobCore

/// Writes a file with mode 0600: readers see the old or the new bytes, and so they do after a crash.
package enum ReplacedFile {
    /// Replaces a file, or makes it. A link is followed, so that a file that a user keeps elsewhere stays there.
    ///
    /// - Throws: `AuthError` with code `configuration` if it cannot be written.
    package static func write(_ bytes: [UInt8], to path: String) throws(AuthError) {
        let target = resolved(path)
        let draft = "\(target).\(getpid()).new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        defer { unlink(draft) }
        let isWhole = writeAll(bytes, descriptor) && fchmod(descriptor, 0o600) == 0 && DiskSync.sync(descriptor)
        let reason = errno
        close(descriptor)
        guard isWhole else { throw unwritable(path, reason) }
        guard rename(draft, target) == 0 else { throw unwritable(path, errno) }
        syncFolder(of: target)
    }

    /// Runs a change of a file while no other process runs one, and makes its folder if it is missing.
    ///
    /// - Throws: `AuthError` with code `configuration` if the folder cannot be made or locked; the change's error.
    package static func changing<R>(
        _ path: String, _ body: () throws(AuthError) -> R
    ) throws(AuthError) -> R {
        let folder = folder(of: path)
        try makeFolder(folder, for: path)
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        // Closing the descriptor ends the lock.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw unwritable(path, errno) }
        }
        return try body()
    }

    private static func makeFolder(_ folder: String, for path: String) throws(AuthError) {
        var status = stat()
        guard stat(folder, &status) != 0 else { return }
        let parent = Self.folder(of: folder)
        if parent != folder { try makeFolder(parent, for: path) }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw unwritable(path, errno) }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func resolved(_ path: String) -> String {
        guard let target = realpath(path, nil) else { return path }
        defer { free(target) }
        return String(cString: target)
    }

    private static func syncFolder(of path: String) {
        let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = DiskSync.sync(descriptor)
        close(descriptor)
    }

    private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func unwritable(_ path: String, _ number: Int32) -> AuthError {
        .configuration(
            "The file \(TerminalText.name(path)) cannot be written: \(String(cString: strerror(number))).",
            remedy: "Name a file in a folder that you can write.")
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
#endif
