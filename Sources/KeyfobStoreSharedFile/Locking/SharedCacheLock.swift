import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The lock file that serializes the writers of the MSAL family, in every way that one of them checks: MSAL Python and
/// Node only check its existence, MSAL.NET only `flock`, MSAL4J `fcntl` too.
///
/// Only one thread of a process may use it (``SharedCacheTurnstile``): closing any descriptor of the file releases the
/// process's `fcntl` lock.
struct SharedCacheLock: Sendable {
    /// The seconds between two attempts; short at first, since others hold the lock for milliseconds.
    private static let pauses = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1]
    /// The seconds after which a lock file without a process id counts as abandoned. Every library writes the id as
    /// soon as it has made the file.
    private static let patienceWithNamelessOwner = 10.0

    let path: String
    /// Blocks the thread for that many seconds.
    let pause: @Sendable (Double) -> Void

    /// A lock that is held.
    struct Holding {
        fileprivate let descriptor: Int32
        fileprivate let path: String

        /// Whether the lock is still held. Another program may have deleted the file, and a third one locked a new one.
        var isIntact: Bool { PlainFile.isSame(path, descriptor) }

        /// Releases the lock; deletes the file first, while no other process can hold it.
        func release() {
            if isIntact { unlink(path) }
            close(descriptor)
        }
    }

    /// Acquires the lock; blocks the thread until it is free.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if the lock is still held after that time, or
    ///   cannot be made.
    func acquire(timeoutSeconds: Double) throws(AuthError) -> Holding {
        var waited = 0.0
        var attempt = 0
        while true {
            if let holding = try attemptOnce(waited) { return holding }
            guard waited < timeoutSeconds else { throw .sharedCacheIsLocked(path) }
            let next = Self.pauses[min(attempt, Self.pauses.count - 1)]
            pause(next)
            waited += next
            attempt += 1
        }
    }

    private func attemptOnce(_ waited: Double) throws(AuthError) -> Holding? {
        if let made = PlainFile.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o644) { return try claim(made) { true } }
        switch errno {
        case EEXIST: break
        case ENOENT:
            try PlainFile.makeDirectory(of: path)
            return nil
        default: throw .sharedCache("The lock \(path) cannot be made.", errno)
        }
        // A file of another user, or one that was just deleted, cannot be opened: try again later.
        guard let found = PlainFile.open(path, O_RDWR) else { return nil }
        guard isAbandoned(found, waited) else {
            close(found)
            return nil
        }
        return try claim(found) { isAbandoned(found, waited) }
    }

    /// Locks an open file and writes our process id into it; closes it if another process was faster.
    private func claim(_ descriptor: Int32, if isStillRight: () -> Bool) throws(AuthError) -> Holding? {
        guard lock(descriptor), PlainFile.isSame(path, descriptor), isStillRight() else {
            close(descriptor)
            return nil
        }
        let holding = Holding(descriptor: descriptor, path: path)
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0,
            PlainFile.writeAll(Array("\(getpid()) keyfob".utf8), to: descriptor)
        else {
            let number = errno
            holding.release()
            throw .sharedCache("The lock \(path) cannot be written.", number)
        }
        return holding
    }

    /// Acquires both kinds of lock; a kind that the file system does not support is skipped.
    private func lock(_ descriptor: Int32) -> Bool {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || Self.isUnsupported(errno) else { return false }
        var whole = flock()
        whole.l_type = Int16(F_WRLCK)
        whole.l_whence = Int16(SEEK_SET)
        return fcntl(descriptor, F_SETLK, &whole) == 0 || Self.isUnsupported(errno)
    }

    private static func isUnsupported(_ number: Int32) -> Bool {
        number == ENOLCK || number == ENOSYS || number == EOPNOTSUPP || number == EINVAL
    }

    /// Whether the process of the id in a lock file has ended. Locking the file then shows whether `flock` is free.
    private func isAbandoned(_ descriptor: Int32, _ waited: Double) -> Bool {
        let text = PlainFile.readAll(descriptor, limit: 256) ?? []
        // MSAL.NET begins with a byte order mark, MSAL4J writes id and host, MSAL Python id and program.
        let digits = text.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
        let isNumberFirst = text.firstIndex { !$0.isSpaceOrMark } == digits.startIndex
        guard isNumberFirst, let number = pid_t(String(decoding: digits, as: UTF8.self)), number > 0 else {
            return waited >= Self.patienceWithNamelessOwner
        }
        // Our own id can only be that of an earlier process with the same id, as happens in containers.
        if number == getpid() { return true }
        // After a restart the id belongs to another process.
        if SystemStart.isLater(thanChangeOf: descriptor) { return true }
        return kill(number, 0) != 0 && errno == ESRCH
    }
}

extension UInt8 {
    fileprivate var isSpaceOrMark: Bool { self <= 0x20 || self == 0xEF || self == 0xBB || self == 0xBF }
}
