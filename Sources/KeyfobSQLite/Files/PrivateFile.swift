import Foundation
package import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Files that only one user can access, and that are never opened through a link.
package enum PrivateFile {
    /// Opens a file for reading and writing, and makes it with mode 0600 if it is missing.
    ///
    /// Not for databases: only SQLite opens and closes those.
    ///
    /// - Returns: the descriptor, closed on exec; the caller closes it.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be opened, is not a plain file, belongs to
    ///   another user, or is accessible to others.
    package static func open(_ path: String, create: Bool = true) throws(AuthError) -> Int32 {
        try opened(path, O_RDWR | (create ? O_CREAT : 0))
    }

    /// Opens an existing file for reading, which also works in a home that cannot be written.
    ///
    /// - Returns: the descriptor, closed on exec; the caller closes it.
    /// - Throws: ``AuthError`` with code `storeUnavailable` as ``open(_:create:)`` does.
    package static func openForReading(_ path: String) throws(AuthError) -> Int32 {
        // Opening a pipe must not block.
        try opened(path, O_RDONLY | O_NONBLOCK)
    }

    private static func opened(_ path: String, _ flags: Int32) throws(AuthError) -> Int32 {
        let descriptor = posixOpen(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .storage("The file \(path) cannot be opened.", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let failure = errno
            close(descriptor)
            throw .storage("The file \(path) cannot be examined.", failure)
        }
        do {
            try checkKind(status, path)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Makes an empty file with mode 0600; the path must be free.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be made.
    package static func makeEmpty(_ path: String) throws(AuthError) {
        let descriptor = posixOpen(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw .storage("The file \(path) cannot be made.", errno) }
        close(descriptor)
    }

    /// Writes a new file durably: bytes, file and directory are on the disk when it returns. The file appears complete
    /// or not at all, and never replaces an existing one.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be written, or exists.
    package static func writeNew(_ bytes: [UInt8], to path: String) throws(AuthError) {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = posixOpen(temporary, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw .storage("The file \(path) cannot be made.", errno) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        guard writeAll(bytes, to: descriptor), DiskSync.sync(descriptor), link(temporary, path) == 0 else {
            throw .storage("The file \(path) cannot be written.", errno)
        }
        syncDirectory(of: path)
    }

    /// Replaces the bytes of a file, or makes it, with mode 0600. Readers see the old or the new bytes, and so they do
    /// after a crash.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be written.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(AuthError) {
        let draft = path + ".replacement"
        unlink(draft)
        try writeNew(bytes, to: draft)
        guard rename(draft, path) == 0 else { throw .storage("The file \(path) cannot be written.", errno) }
        syncDirectory(of: path)
    }

    /// Reserves room for a write to come on the disk of a file.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if its directory cannot be written or has no room.
    package static func reserveRoom(nextTo path: String, bytes: Int) throws(AuthError) -> ReservedRoom {
        do throws(SystemError) {
            return try ReservedRoom(nextTo: path, bytes: bytes)
        } catch {
            throw .storage("There is no room to save anything in \(path).", error.number)
        }
    }

    /// Reserves room for a write that replaces a file by a longer one.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` as ``reserveRoom(nextTo:bytes:)`` does.
    package static func reserveRoom(forReplacing path: String) throws(AuthError) -> ReservedRoom {
        var status = stat()
        let length = lstat(path, &status) == 0 ? Int(clamping: status.st_size) : 0
        return try reserveRoom(nextTo: path, bytes: length + ReservedRoom.sizeOfCommit)
    }

    /// Copies a file to a free path, with mode 0600; does nothing if the file is missing.
    ///
    /// - Returns: the number of bytes.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be read, made or written.
    static func copy(_ path: String, to target: String) throws(AuthError) -> Int {
        guard try exists(path) else { return 0 }
        let source = try openForReading(path)
        defer { close(source) }
        let descriptor = posixOpen(target, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw .storage("The file \(target) cannot be made.", errno) }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var length = 0
        while true {
            let count = posixRead(source, &buffer)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .storage("The file \(path) cannot be read.", errno) }
            if count == 0 { return length }
            length += count
            guard writeAll(Array(buffer.prefix(count)), to: descriptor) else {
                throw .storage("The file \(target) cannot be written.", errno)
            }
        }
    }

    /// Overwrites the beginning of a file.
    ///
    /// - Parameter change: returns the new bytes for the length of the file.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be opened or written.
    static func overwriteBeginning(of path: String, _ change: (_ length: Int) -> [UInt8]) throws(AuthError) {
        let descriptor = try open(path, create: false)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .storage("The file \(path) cannot be examined.", errno) }
        guard writeAll(change(Int(status.st_size)), to: descriptor) else {
            throw .storage("The file \(path) cannot be written.", errno)
        }
    }

    /// Lengthens a file with zeros; a longer one stays as it is.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be opened or lengthened.
    static func lengthen(_ path: String, to length: Int) throws(AuthError) {
        let descriptor = try open(path, create: false)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .storage("The file \(path) cannot be examined.", errno) }
        guard status.st_size < off_t(length) else { return }
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw .storage("The file \(path) cannot be written.", errno)
        }
    }

    /// Syncs the directory of a file to the disk, if its file system supports that.
    static func syncDirectory(of path: String) {
        let directory = posixOpen((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC, 0)
        if directory >= 0 {
            _ = DiskSync.sync(directory)
            close(directory)
        }
    }

    /// Reads a file, at most `limit` bytes; returns nil if there is none.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` as ``open(_:create:)`` does.
    package static func read(_ path: String, limit: Int = 65_536) throws(AuthError) -> [UInt8]? {
        var status = stat()
        if lstat(path, &status) != 0, errno == ENOENT { return nil }
        let descriptor = try openForReading(path)
        defer { close(descriptor) }
        return try read(descriptor, path, limit: limit)
    }

    /// Reads at most `limit` bytes from the beginning of an open file.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    package static func read(_ descriptor: Int32, _ path: String, limit: Int) throws(AuthError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: filled), limit - filled, off_t(filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .storage("The file \(path) cannot be read.", errno) }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes.prefix(filled))
    }

    /// Whether a file exists; an existing one must be a plain file of the user that others cannot access.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it exists and is anything else.
    package static func exists(_ path: String) throws(AuthError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw .storage("The file \(path) cannot be examined.", errno)
        }
        try checkKind(status, path)
        return true
    }

    /// - Parameter closed: the permissions that other users must not have.
    static func checkOwner(_ status: stat, _ path: String, closed: mode_t = 0o077) throws(AuthError) {
        guard status.st_uid == geteuid() else {
            throw .storage("\(path) belongs to another user.", remedy: "Use a directory of your own for KEYFOB_HOME.")
        }
        guard status.st_mode & closed == 0 else {
            throw .storage("\(path) is open to other users.", remedy: "Close it with: chmod go= \(path)")
        }
    }

    private static func checkKind(_ status: stat, _ path: String) throws(AuthError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .storage("\(path) is not a plain file.", remedy: "Move it away; a link is not followed.")
        }
        try checkOwner(status, path)
    }

    private static func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
        #if canImport(Glibc)
        Glibc.open(path, flags, mode)
        #else
        Darwin.open(path, flags, mode)
        #endif
    }

    private static func posixRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { bytes in
            #if canImport(Glibc)
            Glibc.read(descriptor, bytes.baseAddress, bytes.count)
            #else
            Darwin.read(descriptor, bytes.baseAddress, bytes.count)
            #endif
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
