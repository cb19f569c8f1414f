import KeyfobCore
import KeyfobSQLite

/// The lock of a store's writers among processes, in turn.
///
/// A writer queues at the turnstile, and keeps it while it waits for the lock itself; so whoever has just given the
/// lock back finds the turnstile taken and queues like everyone, instead of taking the lock again before a waiter
/// has woken.
struct TurnstileLock: Sendable {
    private let turnstile: FileLock
    private let lock: FileLock

    init(turnstilePath: String, lockPath: String) throws(AuthError) {
        turnstile = try FileLock(path: turnstilePath)
        lock = try FileLock(path: lockPath)
    }

    /// Takes the lock if nobody has it or waits for it.
    func tryAcquire() throws(AuthError) -> Bool {
        guard try turnstile.tryLock() else { return false }
        defer { turnstile.unlock() }
        return try lock.tryLock()
    }

    /// Takes the lock, and blocks its thread until it can.
    func acquire() throws(AuthError) {
        try turnstile.lock()
        defer { turnstile.unlock() }
        try lock.lock()
    }

    /// Gives the lock back.
    func release() { lock.unlock() }
}
