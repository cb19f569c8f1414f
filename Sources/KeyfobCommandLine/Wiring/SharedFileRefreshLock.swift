#if Server
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// The refresh lock beside a shared token cache, whoever's `KEYFOB_HOME` is in force. Its directory is made when a
/// refresh needs it, and not where somebody only lists what another program's cache has.
struct SharedFileRefreshLock: RefreshLock {
    let directory: String

    func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        try await FileRefreshLock(directory: directory).withLock(key, timeoutSeconds: timeoutSeconds, body)
    }
}
#endif
