import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A lock among processes, acquired when it is made; the operating system releases it when its holder ends.
struct KeychainLockFile {
    private let descriptor: Int32

    /// Acquires the lock; blocks the thread until it is free.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file cannot be made or locked.
    init(path: String) throws(AuthError) {
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw Self.failure(path)
            }
        }
    }

    /// Releases the lock.
    func unlock() { close(descriptor) }

    private static func failure(_ path: String) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store,
            message: "The lock file \(path) cannot be used: \(String(cString: strerror(errno))).",
            remedy: "Use a file in a container that the apps of the group share.")
    }
}
