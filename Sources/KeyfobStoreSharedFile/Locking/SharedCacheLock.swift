import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The lock file by which the libraries of the MSAL family keep their writers apart, in every way that one of them
/// looks at: MSAL Python and Node go by its existence alone, MSAL.NET by `flock` alone, MSAL4J by `fcntl` too.
///
/// Only one thread of a process may be at it (``SharedCacheTurnstile``): closing any descriptor of the file drops the
/// process's `fcntl` lock.
struct SharedCacheLock: Sendable {
    /// Seconds between two looks: short at first, since others hold it for milliseconds.
    private static let pauses = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1]
    /// Seconds after which a file in which nobody wrote a number is taken for abandoned. Whoever makes one writes into
    /// it at once.
    private static let patienceWithNamelessOwner = 10.0

    let path: String
    /// Waits so many seconds.
    let pause: @Sendable (Double) -> Void

    /// A lock that is held.
    struct Holding {
        fileprivate let descriptor: Int32
        fileprivate let path: String

        /// Whether it is held still. Whoever deletes another's lock file lets others in.
        var isIntact: Bool { PlainFile.isSame(path, descriptor) }

        /// Gives the lock back: the file goes first, while nobody else can have it.
        func release() {
            if isIntact { unlink(path) }
            close(descriptor)
        }
    }

    /// Takes the lock, and blocks its thread until it can.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if it is still held after that time, or cannot be
    ///   made.
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
        // Another user's file cannot be opened, and one that has just gone neither: both are looked at again.
        guard let found = PlainFile.open(path, O_RDWR) else { return nil }
        guard isAbandoned(found, waited) else {
            close(found)
            return nil
        }
        return try claim(found) { isAbandoned(found, waited) }
    }

    /// Locks an open file and writes our number into it, unless somebody else was faster; closes it then.
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

    /// Both kinds of lock; a file system that has one of them not at all is no obstacle.
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

    /// Whether the number in a lock file is of a process that is no more. Whether `flock` is free shows when it is
    /// taken.
    private func isAbandoned(_ descriptor: Int32, _ waited: Double) -> Bool {
        let text = PlainFile.readAll(descriptor, limit: 256) ?? []
        // MSAL.NET begins with a byte order mark, MSAL4J writes number and host, MSAL Python number and program.
        let digits = text.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
        let isNumberFirst = text.firstIndex { !$0.isSpaceOrMark } == digits.startIndex
        guard isNumberFirst, let number = pid_t(String(decoding: digits, as: UTF8.self)), number > 0 else {
            return waited >= Self.patienceWithNamelessOwner
        }
        // Ours can only be an earlier process's, of the same number: in containers that happens.
        if number == getpid() { return true }
        // After a power cut the number is somebody else's by now.
        if SystemStart.isLater(thanChangeOf: descriptor) { return true }
        return kill(number, 0) != 0 && errno == ESRCH
    }
}

extension UInt8 {
    fileprivate var isSpaceOrMark: Bool { self <= 0x20 || self == 0xEF || self == 0xBB || self == 0xBF }
}
