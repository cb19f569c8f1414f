import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobTesting

/// A refresh lock that another process holds for longer than any caller waits.
struct ImpatientLock: RefreshLock {
    func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        throw AuthError(.network, origin: .app, message: "No turn within \(timeoutSeconds) s.")
    }
}

extension World {
    /// App `b`, which never acquires the refresh lock.
    func app(waiting lock: ImpatientLock) throws -> PublicClientApplication {
        try PublicClientApplication(
            configuration: ClientConfiguration(
                clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-b"),
                authority: Contoso.authority()),
            environment: ClientEnvironment(
                transport: wire, clock: clock, store: store, refreshLock: lock, pause: ImmediatePause()))
    }
}
