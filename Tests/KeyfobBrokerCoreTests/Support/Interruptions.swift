import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobOAuth

/// Runs an action once, before the first request to a path with the given end.
final class Interrupted: HTTPTransport {
    private let base: any HTTPTransport
    private let suffix: String
    private let action = Mutex<(@Sendable () async -> Void)?>(nil)

    init(_ base: any HTTPTransport, before suffix: String) {
        self.base = base
        self.suffix = suffix
    }

    /// Sets the action. It may use the same broker.
    func interrupt(with action: @escaping @Sendable () async -> Void) { self.action.withLock { $0 = action } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if request.url.path.hasSuffix(suffix), let action = action.withLock({ $0.take() }) { await action() }
        return try await base.send(request)
    }
}

/// A store of which one change fails.
final class FailingStore: CredentialStore {
    private let base: any CredentialStore
    private let isFailing = Mutex(false)

    init(_ base: any CredentialStore) { self.base = base }

    /// Lets the next change fail.
    func failOnce() { isFailing.withLock { $0 = true } }

    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let fails = isFailing.withLock { isFailing in
            defer { isFailing = false }
            return isFailing
        }
        guard !fails else { throw AuthError(.storeUnavailable, origin: .store, message: "The disk is full.") }
        return try await base.write(body)
    }

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        try base.partition(homeAccountID: homeAccountID)
    }

    func homeAccountIDs() throws(AuthError) -> [String] { try base.homeAccountIDs() }

    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) { try base.forEachAccount(body) }
}
