#if Server
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// The refresh lock next to a shared token cache, independent of `KEYFOB_HOME`. Its directory is created at the first
/// refresh, and not when a command only lists another program's cache.
struct SharedFileRefreshLock: RefreshLock {
    let directory: String

    func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        try await FileRefreshLock(directory: directory).withLock(key, timeoutSeconds: timeoutSeconds, body)
    }
}
#endif
