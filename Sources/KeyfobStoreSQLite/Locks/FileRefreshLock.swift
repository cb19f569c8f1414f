import Foundation
import KeyfobBackport
package import KeyfobCache
package import KeyfobCore
import KeyfobCrypto
import KeyfobSQLite

/// Serializes refreshes among processes, with one locked file for each key. A file name reveals nothing about its key.
///
/// Tasks of one process queue in memory first, so that only one of them waits for the file. The kernel releases the
/// lock of a process that ended; a suspended process keeps it, and waiters time out.
///
/// Files do not accumulate: a holder deletes its file before it releases the lock, and a waiter that acquired the lock
/// of a deleted file tries again with the new one. The next process that refreshes deletes the files of killed holders.
package final class FileRefreshLock: RefreshLock {
    /// The seconds between two attempts to acquire a lock that another process holds; short at first, as most refreshes
    /// are.
    private static let pauses = [0.005, 0.01, 0.02, 0.04, 0.05]
    private static let suffix = ".lock"

    private let directory: String
    private let local: InProcessRefreshLock
    private let pause: @Sendable (Double) async -> Void
    private let isProven = Atomic(false)
    private let hasSwept = Atomic(false)

    /// Makes or checks the directory. In a read-only home, only acquiring a lock fails, since a valid token needs none.
    ///
    /// - Parameters:
    ///   - directory: absolute; the same for all processes that share a store.
    ///   - pause: waits for that many seconds, or less if its task is cancelled.
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if the directory cannot be made or trusted.
    package init(
        directory: String,
        pause: @escaping @Sendable (Double) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
    ) throws(AuthError) {
        do throws(AuthError) {
            try PrivateDirectory.prepare(directory)
        } catch {
            guard error.refusesWriting else { throw error }
        }
        self.directory = directory
        self.pause = pause
        local = InProcessRefreshLock(pause: pause)
    }

    /// Runs `body` while it holds the key's lock, among tasks and processes.
    ///
    /// - Throws: also ``KeyfobCore/AuthError`` with code `storeUnavailable` if the file system has no locks, or grants
    ///   them to everyone.
    package func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        try await local.withLock(key, timeoutSeconds: timeoutSeconds) { () async throws(AuthError) in
            try PrivateDirectory.prepare(self.directory)
            let lock = try await self.acquire(self.path(key), timeoutSeconds)
            defer { lock.unlockAndRemove() }
            try self.proveOnce(lock)
            self.sweepOnce()
            return try await body()
        }
    }

    private func acquire(_ path: String, _ timeoutSeconds: Double) async throws(AuthError) -> FileLock {
        var waited = 0.0
        var attempt = 0
        var lock = try FileLock(path: path)
        while true {
            if try lock.tryLock() {
                if lock.isCurrent { return lock }
                lock = try FileLock(path: path)
                continue
            }
            guard waited < timeoutSeconds else { throw .refreshStillRunning }
            let next = Self.pauses[min(attempt, Self.pauses.count - 1)]
            await pause(next)
            if Task.isCancelled { throw .refreshCanceled }
            waited += next
            attempt += 1
        }
    }

    /// Checks that a lock which is held excludes others. Once for each process is enough: all files are in one directory.
    private func proveOnce(_ lock: FileLock) throws(AuthError) {
        guard !isProven.load(ordering: .relaxed) else { return }
        try lock.checkExclusion()
        isProven.store(true, ordering: .relaxed)
    }

    /// Deletes the files that are not locked. Once for each process is enough, since only a killed holder leaves one.
    private func sweepOnce() {
        guard !hasSwept.exchange(true, ordering: .relaxed) else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        where name.hasSuffix(Self.suffix) {
            guard let lock = try? FileLock(path: "\(directory)/\(name)"), (try? lock.tryLock()) == true else {
                continue
            }
            if lock.isCurrent { lock.unlockAndRemove() } else { lock.unlock() }
        }
    }

    private func path(_ key: RefreshLockKey) -> String {
        let text = [key.environment, key.homeAccountID, key.clientOrFamily].joined(separator: "\n")
        return "\(directory)/\(Hex.encode(Digest.sha256(Array(text.utf8)).prefix(16)))\(Self.suffix)"
    }
}
