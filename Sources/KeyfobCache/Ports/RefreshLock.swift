package import KeyfobCore

/// The key of a refresh lock: the refresh token of one account, client or family.
package struct RefreshLockKey: Hashable, Sendable {
    /// The environment's name in the store.
    package let environment: String
    /// The account.
    package let homeAccountID: String
    /// The client id, or the family's id if the token belongs to a family.
    package let clientOrFamily: String

    /// Makes a key; aliases of one environment, and names that differ in letter case, give the same key.
    package init(environment: String, homeAccountID: String, clientOrFamily: String) {
        self.environment = Cloud.containing(environment).preferredCache
        self.homeAccountID = homeAccountID.lowercased()
        self.clientOrFamily = clientOrFamily.lowercased()
    }
}

/// Serializes the refreshes of one token among the tasks of a process and, with a shared store, among processes.
///
/// When a holder is killed, the lock is released; when it is suspended, waiters time out and do not take the lock.
package protocol RefreshLock: Sendable {
    /// Runs `body` while it holds the lock of the key.
    ///
    /// - Parameters:
    ///   - key: the refresh token's key.
    ///   - timeoutSeconds: the maximum waiting time: the HTTP timeout plus 5 s.
    ///   - body: reads the store again first, since the previous holder may have refreshed the token.
    /// - Throws: the error of `body`; ``AuthError`` with code `network` if the holder did not finish in time,
    ///   `canceled` if the task was cancelled while it waited, `storeUnavailable` if the lock cannot be used.
    func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R
}

extension AuthError {
    /// A refresh of another holder did not finish in time.
    package static var refreshStillRunning: AuthError {
        AuthError(
            .network, origin: .app, message: "Another refresh of the same token did not finish in time.",
            remedy: "Try again; if it fails again, look for a stopped process that uses the same account.")
    }

    /// The task was cancelled while it waited for a refresh.
    package static var refreshCanceled: AuthError {
        AuthError(.canceled, origin: .app, message: "The call was cancelled while it waited for another refresh.")
    }
}
