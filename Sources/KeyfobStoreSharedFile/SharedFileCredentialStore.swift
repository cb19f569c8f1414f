import Dispatch
package import KeyfobCache
package import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A credential store in the token cache that the libraries of the MSAL family share on Linux: MSAL Python, .NET, Node,
/// Java and Go, and thus the Azure CLI.
///
/// Reads are synchronous, and served from memory as long as the cache's stamp is the same. A cache that is empty or
/// truncated is being written in place by another program: it is read again for two seconds, never overwritten, and
/// then an error. Writes hold the lock file that all libraries use, read the cache again, change only the affected
/// entries, and replace the file durably.
///
/// Secrets are not encrypted; they are protected only by the permissions of the cache's place.
package final class SharedFileCredentialStore: CredentialStore {
    private let persistence: any SharedCachePersistence
    private let reader: SharedCacheReader
    private let lock: SharedCacheLock
    private let turnstile: SharedCacheTurnstile
    private let clock: any WallClock
    private let lockTimeoutSeconds: Double

    /// Opens the cache in a file; makes nothing before the first write.
    ///
    /// - Parameters:
    ///   - path: absolute; also names the lock.
    ///   - authority: host and port of the authority in use. MSAL Python writes no ports: an entry with this host alone
    ///     is assumed to have this port. New entries of a known cloud are written under this host name.
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the path is not absolute.
    package convenience init(
        path: String, authority: String? = nil, clock: any WallClock = SystemClock()
    ) throws(AuthError) {
        self.init(try SharedCacheFile(path: path), authority: authority, clock: clock)
    }

    /// Opens the cache in a place other than a file.
    ///
    /// - Parameters:
    ///   - persistence: the place of the cache.
    ///   - authority: host and port of the authority in use; see ``init(path:authority:clock:)``.
    ///   - lockTimeoutSeconds: the time that a writer waits for the lock. The other libraries wait 5 to 60 s.
    ///   - pause: blocks the thread for that many seconds; nil uses `usleep`.
    package init(
        _ persistence: any SharedCachePersistence, authority: String? = nil, clock: any WallClock = SystemClock(),
        lockTimeoutSeconds: Double = 60,
        pause: (@Sendable (Double) -> Void)? = nil
    ) {
        let pause = pause ?? { usleep(useconds_t($0 * 1_000_000)) }
        self.persistence = persistence
        self.clock = clock
        self.lockTimeoutSeconds = lockTimeoutSeconds
        reader = SharedCacheReader(persistence, authority: authority, pause: pause)
        lock = SharedCacheLock(path: persistence.lockPath, pause: pause)
        turnstile = SharedCacheTurnstile.of(persistence.lockPath)
    }

    /// The place of the cache.
    package var location: String { persistence.location }

    /// The entities of one account.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    package func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        try reader.current().partition(homeAccountID: homeAccountID)
    }

    /// The accounts that have at least one entity.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    package func homeAccountIDs() throws(AuthError) -> [String] { try reader.current().homeAccountIDs }

    /// Passes a summary of every account to `body`.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    package func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        let contents = try reader.current()
        for home in contents.homeAccountIDs {
            if let partition = contents.partition(homeAccountID: home) { body(AccountSummary(partition)) }
        }
    }

    /// Runs a transaction; see ``KeyfobCache/CredentialStore/write(_:)``.
    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let submitted = ContinuousClock.now
        let result: Result<R, AuthError> = await withCheckedContinuation { continuation in
            turnstile.queue.async {
                // Waiting for other writers of this process counts.
                let waited = (ContinuousClock.now - submitted) / .seconds(1)
                continuation.resume(returning: self.perform(max(1, self.lockTimeoutSeconds - waited), body))
            }
        }
        return try result.get()
    }

    /// Reserves room for a write of the cache.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if there is none.
    package func reserveRoom() throws(AuthError) -> ReservedRoom { try persistence.reserveRoom() }

    private func perform<R>(
        _ timeoutSeconds: Double, _ body: (any CredentialTransaction) throws(AuthError) -> R
    ) -> Result<R, AuthError> {
        do throws(AuthError) {
            let rest = turnstile.remainingRest
            if rest > 0 { lock.pause(rest) }
            let began = ContinuousClock.now
            let holding = try lock.acquire(timeoutSeconds: timeoutSeconds)
            let taken = ContinuousClock.now
            defer {
                holding.release()
                turnstile.rest(
                    afterWaiting: (taken - began) / .seconds(1), holding: (.now - taken) / .seconds(1))
            }
            let version = try reader.fresh()
            let transaction = SharedCacheTransaction(version.contents)
            let value = try body(transaction)
            try save(transaction, over: version, under: holding)
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    private func save(
        _ transaction: SharedCacheTransaction, over version: SharedCacheReader.Version,
        under holding: SharedCacheLock.Holding
    ) throws(AuthError) {
        let document: SharedCacheDocument?
        do throws(SharedCacheSyntaxError) {
            document = try transaction.result(now: clock.unixSeconds)
        } catch {
            throw .unreadable(persistence.location, error)
        }
        guard let document else { return }
        let bytes = version.form.wrap(document.bytes)
        guard bytes != version.bytes else { return }
        guard holding.isIntact else { throw .sharedCacheLockIsGone(lock.path) }
        try persistence.write(bytes)
    }
}
