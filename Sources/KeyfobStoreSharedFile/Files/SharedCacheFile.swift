import Foundation
package import KeyfobCache
package import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A shared cache in a plain file, as in MSAL Python's `FilePersistence` and the fallbacks of the other libraries.
///
/// A write makes a new file and renames it, so a reader gets the old bytes or the new ones, never a part. The mode is
/// kept, 0600 for a new file. Links and files of other users are refused.
package struct SharedCacheFile: SharedCachePersistence {
    /// The nanoseconds after a change in which another change may get the same timestamp; the kernel's timestamps
    /// advance every 1 to 10 ms.
    private static let settling: Int64 = 50_000_000

    private let path: String

    /// Names a file; makes and reads nothing yet.
    ///
    /// - Parameter path: absolute.
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if it is not.
    package init(path: String) throws(AuthError) {
        guard path.hasPrefix("/"), !path.hasSuffix("/") else {
            throw .configuration("The token cache's path is not absolute: \(path)", remedy: "Use an absolute path.")
        }
        self.path = path
    }

    /// The path of the file.
    package var location: String { path }
    /// The path of the file with the suffix `.lockfile`, the lock of every library of the family.
    package var lockPath: String { path + ".lockfile" }

    /// A value that changes with the file: device, inode, size and both timestamps.
    package func stamp() throws(AuthError) -> SharedCacheStamp? {
        guard let status = try status() else { return nil }
        let (modified, changed) = (status.modified, status.changed)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = Self.nanoseconds(now).subtractingReportingOverflow(Self.nanoseconds(changed))
        return SharedCacheStamp(
            words: [
                Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
                Int64(status.st_size), Int64(modified.tv_sec), Int64(modified.tv_nsec), Int64(changed.tv_sec),
                Int64(changed.tv_nsec),
            ], isSettled: !age.overflow && age.partialValue > Self.settling)
    }

    /// All bytes; nil if there is no file.
    package func read() throws(AuthError) -> [UInt8]? {
        guard let descriptor = PlainFile.open(path, O_RDONLY) else {
            if errno == ENOENT { return nil }
            throw .sharedCache("The token cache \(path) cannot be opened.", errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .sharedCache("The token cache \(path) cannot be examined.", errno)
        }
        try check(status)
        guard let bytes = PlainFile.readAll(descriptor) else {
            throw .sharedCache("The token cache \(path) cannot be read.", errno)
        }
        guard bytes.count < PlainFile.limit else { throw .sharedCache("The token cache \(path) is too large.") }
        return bytes
    }

    /// Replaces the file.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        let old = try status()
        if old == nil { try PlainFile.makeDirectory(of: path) }
        // Unique names would accumulate when writers are killed; under the lock no other writer uses this one.
        let temporary = path + ".keyfob-new"
        unlink(temporary)
        guard let descriptor = PlainFile.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600) else {
            throw .sharedCache("The token cache \(path) cannot be written: no file can be made next to it.", errno)
        }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        if let old {
            if old.st_gid != getegid() { _ = fchown(descriptor, uid_t.max, old.st_gid) }
            _ = fchmod(descriptor, old.st_mode & 0o777)
        }
        guard PlainFile.writeAll(bytes, to: descriptor), Self.stampForReaders(descriptor), DiskSync.sync(descriptor),
            rename(temporary, path) == 0
        else { throw .sharedCache("The token cache \(path) cannot be written.", errno) }
        if let directory = PlainFile.open((path as NSString).deletingLastPathComponent, O_RDONLY) {
            _ = DiskSync.sync(directory)
            close(directory)
        }
    }

    /// Reserves room for a new file next to the present one.
    package func reserveRoom() throws(AuthError) -> ReservedRoom {
        let old = try status()
        if old == nil { try PlainFile.makeDirectory(of: path) }
        let length = Int(clamping: old?.st_size ?? 0)
        do throws(SystemError) {
            return try ReservedRoom(nextTo: path, bytes: length + ReservedRoom.sizeOfCommit)
        } catch {
            throw .sharedCache("There is no room to save anything in the token cache \(path).", error.number)
        }
    }

    /// Sets the file's timestamps a second ahead.
    ///
    /// MSAL Python and Node consider the file unchanged if it is not newer than their own clock at their last read. A
    /// reader that read the old bytes during the replacement, or within the same tick of the kernel's clock, would miss
    /// the new ones, and its next write would lose them. A file dated in the future is read again.
    private static func stampForReaders(_ descriptor: Int32) -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_sec += 1
        return futimens(descriptor, [time, time]) == 0
    }

    private func status() throws(AuthError) -> stat? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .sharedCache("The token cache \(path) cannot be examined.", errno)
        }
        try check(status)
        return status
    }

    private func check(_ status: stat) throws(AuthError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .sharedCache("\(path) is not a plain file.", remedy: "Name the file itself; a link is not followed.")
        }
        guard status.st_uid == geteuid() else {
            throw .sharedCache("\(path) belongs to another user.", remedy: "Use a token cache of your own.")
        }
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (product, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? 0 : product &+ Int64(time.tv_nsec)
    }
}
