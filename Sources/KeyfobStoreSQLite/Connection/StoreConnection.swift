import GRDB
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A connection to a store's database, opened when it is first used, and again when the database was replaced.
final class StoreConnection: Sendable {
    private struct Open {
        let queue: DatabaseQueue
        let seal: StoreSeal
        let epoch: UInt64
        let inode: UInt64
    }

    private let context: StoreContext
    private let isWriter: Bool
    private let current = Mutex<Open?>(nil)

    /// Makes a connection that is not open yet.
    ///
    /// - Parameter isWriter: whether the caller holds the store's lock whenever it uses the connection.
    init(_ context: StoreContext, isWriter: Bool) {
        self.context = context
        self.isWriter = isWriter
    }

    /// Runs `body` on the connection, one caller at a time.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`; a damaged database has been replaced by then.
    func run<R>(_ body: (Database, StoreSeal) throws -> R) throws(AuthError) -> R {
        let open = try current.withLock { current throws(AuthError) in
            let open = try opened(&current)
            current = open
            return open
        }
        do {
            if isWriter { return try open.queue.writeWithoutTransaction { try body($0, open.seal) } }
            return try open.queue.unsafeRead { try body($0, open.seal) }
        } catch {
            guard AuthError.maybeDamage(error) || context.file.isSpoilt(error) else {
                throw .database(error, path: context.file.path)
            }
            throw current.withLock { recover(&$0, after: error) }
        }
    }

    private func opened(_ current: inout Open?) throws(AuthError) -> Open {
        do {
            return try usable(current)
        } catch {
            guard AuthError.maybeDamage(error) else { throw error }
            throw recover(&current, after: error)
        }
    }

    /// Drops the connection to a damaged database, and replaces the database.
    private func recover(_ current: inout Open?, after error: any Error) -> AuthError {
        let inode = current?.inode ?? inode()
        current = nil
        return context.recover(after: error, wasReplaced: { self.inode() != inode }, holdsLock: isWriter)
    }

    /// Returns the open connection if it is still to the store's database, else a new one.
    private func usable(_ current: Open?) throws(AuthError) -> Open {
        let epoch = context.page.epoch
        if let current, current.epoch == epoch, !isWriter || current.inode == inode() { return current }
        let queue = try context.file.connection()
        let inode = inode()
        try context.keyring.checkRecord(queue, path: context.file.path)
        // A holder of the lock has the current key, which is changed only under the lock.
        let seal =
            isWriter
            ? try context.keyring.seal(queue, path: context.file.path, witness: context.opensAnything)
            : try context.keyring.seal(
                queue, path: context.file.path, witness: context.opensAnything
            ) { [context] in context.succession() }
        return Open(queue: queue, seal: seal, epoch: epoch, inode: inode)
    }

    /// The inode that the database's path names now: a commit must not go to a database that was set aside.
    private func inode() -> UInt64 {
        var status = stat()
        return lstat(context.file.path, &status) == 0 ? UInt64(status.st_ino) : 0
    }
}
