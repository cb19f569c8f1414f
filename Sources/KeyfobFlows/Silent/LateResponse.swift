package import KeyfobCore
import KeyfobOAuth

/// Releases callers when an exchange takes too long, and lets the exchange continue, so that a late response is still
/// stored.
package struct LateResponse: Sendable {
    /// How long callers wait for an exchange, in seconds.
    private let limit: Double
    /// Releases the callers.
    private let release: @Sendable (AuthError) -> Void

    package init(_ limit: Double, release: @escaping @Sendable (AuthError) -> Void) {
        self.limit = limit.isNaN ? 30 : min(max(limit, 0), 3600)
        self.release = release
    }

    /// Runs an exchange.
    ///
    /// - Throws: the error of the exchange, however late.
    func watch<Result: Sendable>(
        _ authority: Authority, _ correlationID: String, _ exchange: () async throws(AuthError) -> Result
    ) async throws(AuthError) -> Result {
        let timer = Task {
            try await Task.sleep(for: .seconds(limit))
            let error = AuthError(
                TransportError(
                    .timedOut,
                    message: "\(authority.environment) did not respond in full within \(limit) seconds. "
                        + "A late response is still stored."))
            release(error.correlated(correlationID))
        }
        defer { timer.cancel() }
        return try await exchange()
    }
}
