import KeyfobCore
import KeyfobSQLite

/// The lock of a store's writers among processes, acquired in turn.
///
/// A writer queues at a first lock, the turnstile, and holds it while it waits for the store's lock. So a writer that
/// has just released the store's lock queues behind a waiting writer, instead of acquiring the lock again before that
/// has woken.
struct TurnstileLock: Sendable {
    private let turnstile: FileLock
    private let lock: FileLock

    init(turnstilePath: String, lockPath: String) throws(AuthError) {
        turnstile = try FileLock(path: turnstilePath)
        lock = try FileLock(path: lockPath)
    }

    /// Acquires the lock if it is free and no writer is waiting for it.
    func tryAcquire() throws(AuthError) -> Bool {
        guard try turnstile.tryLock() else { return false }
        defer { turnstile.unlock() }
        return try lock.tryLock()
    }

    /// Acquires the lock; blocks the thread until it is free.
    func acquire() throws(AuthError) {
        try turnstile.lock()
        defer { turnstile.unlock() }
        try lock.lock()
    }

    /// Releases the lock.
    func release() { lock.unlock() }
}
