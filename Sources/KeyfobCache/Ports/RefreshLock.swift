public import KeyfobCore

/// What one refresh at a time is about: the refresh token of one account, client or family.
public struct RefreshLockKey: Hashable, Sendable {
    /// The environment's name in the store.
    public let environment: String
    /// The account.
    public let homeAccountID: String
    /// The client id, or the family's id if the token belongs to a family.
    public let clientOrFamily: String

    /// Makes a key; aliases of one environment give the same key, as do spellings that differ by letter case.
    public init(environment: String, homeAccountID: String, clientOrFamily: String) {
        self.environment = Cloud.containing(environment).preferredCache
        self.homeAccountID = homeAccountID.lowercased()
        self.clientOrFamily = clientOrFamily.lowercased()
    }
}

/// Keeps refreshes of one token apart, among the tasks of a process and, with a shared store, among processes.
///
/// A holder that dies frees the lock; one that is stopped makes waiters give up, never makes them steal.
public protocol RefreshLock: Sendable {
    /// Runs `body` while nobody else holds the key.
    ///
    /// - Parameters:
    ///   - key: what is refreshed.
    ///   - timeoutSeconds: how long to wait for the holder: the HTTP time-out plus 5 s.
    ///   - body: reads the store again first: the one before may have done the work.
    /// - Throws: what `body` threw; ``AuthError`` with code `network` if the holder did not finish in time,
    ///   `canceled` if the task was cancelled while it waited, `storeUnavailable` if the lock cannot be used.
    func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R
}

extension AuthError {
    /// A waiter for a refresh gave up.
    package static var refreshStillRunning: AuthError {
        AuthError(
            .network, origin: .app, message: "Another refresh of the same token did not finish in time.",
            remedy: "Try again; if it stays so, look for a stopped process that uses the same account.")
    }

    /// The task was cancelled while it waited for a refresh.
    package static var refreshCanceled: AuthError {
        AuthError(.canceled, origin: .app, message: "The call was cancelled while it waited for another refresh.")
    }
}
