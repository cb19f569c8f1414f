import Foundation
public import KeyfobCache
public import KeyfobCore
import KeyfobCrypto
import KeyfobSQLite
import Synchronization

/// Keeps refreshes apart among processes: one locked file a key, whose name tells nothing.
///
/// Tasks of one process queue in memory first, so only one of them ever asks the kernel. The kernel frees the lock of
/// a process that died; one that is stopped keeps it, and waiters give up in time.
///
/// Files do not pile up: whoever had a lock deletes its file before giving it back, and a waiter that got a deleted
/// file's lock begins again with the new one. What killed holders left is deleted by the next process that refreshes
/// anything.
public final class FileRefreshLock: RefreshLock {
    /// Seconds between two looks at another process's lock: short at first, since most refreshes are.
    private static let pauses = [0.005, 0.01, 0.02, 0.04, 0.05]
    private static let suffix = ".lock"

    private let directory: String
    private let local: InProcessRefreshLock
    private let pause: @Sendable (Double) async -> Void
    private let hasSwept = Atomic(false)

    /// Makes the directory, or checks it. Where nothing can be written, that is told when a lock is wanted: a token that
    /// holds needs none.
    ///
    /// - Parameters:
    ///   - directory: absolute; all processes that share a store name the same.
    ///   - pause: waits for that many seconds, or less if its task is cancelled.
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if the directory cannot be made or trusted.
    public init(
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

    /// Runs `body` while nobody else, in whatever process, holds the key.
    public func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        try await local.withLock(key, timeoutSeconds: timeoutSeconds) { () async throws(AuthError) in
            try PrivateDirectory.prepare(self.directory)
            let lock = try await self.acquire(self.path(key), timeoutSeconds)
            defer { lock.unlockAndRemove() }
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

    /// Deletes the files that nobody holds. Once is enough: only a holder that is killed leaves one.
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
