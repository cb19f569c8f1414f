import KeyfobBackport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Room on a disk that this process keeps free for a write to come.
///
/// A provider that replaces a refresh token has ended the old one when the new one arrives. So the room for the new one
/// is taken before the request, and released right before the write. It is a file without a name, which the system
/// removes when the process ends.
package final class ReservedRoom: Sendable {
    /// The bytes that storing a refresh token takes in a database, generously.
    package static let sizeOfCommit = 131_072

    private let descriptor: Mutex<Int32?>

    /// Reserves nothing, for a place that has no disk.
    package init() { descriptor = Mutex(nil) }

    /// Reserves room on the disk of a file, which need not exist.
    ///
    /// - Parameters:
    ///   - path: absolute; the names of temporary files begin with it.
    ///   - bytes: the number of bytes.
    /// - Throws: ``SystemError`` if the directory cannot be written or has no room.
    package init(nextTo path: String, bytes: Int) throws(SystemError) {
        let name = "\(path).room-\(Hex.encode(SystemRandomSource().bytes(8)))"
        let opened = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw SystemError(number: errno) }
        unlink(name)
        let number = Self.fill(opened, bytes)
        guard number == 0 else {
            close(opened)
            throw SystemError(number: number)
        }
        descriptor = Mutex(opened)
    }

    deinit { release() }

    /// Frees the room for the write that it was reserved for.
    package func release() {
        let held: Int32? = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let held { close(held) }
    }

    /// Fills a file, and returns 0 or `errno`.
    private static func fill(_ descriptor: Int32, _ bytes: Int) -> Int32 {
        #if canImport(Glibc) || canImport(Musl)
        var number = EINTR
        while number == EINTR { number = posix_fallocate(descriptor, 0, off_t(bytes)) }
        // Not every file system can do it.
        if number != EOPNOTSUPP, number != EINVAL { return number }
        #endif
        // No zeros, which some file systems do not store.
        let page = [UInt8](repeating: 0x4B, count: 4096)
        for _ in 0...(bytes / page.count) {
            let count = write(descriptor, page, page.count)
            guard count == page.count else { return count < 0 ? errno : ENOSPC }
        }
        return DiskSync.sync(descriptor) ? 0 : errno
    }
}
