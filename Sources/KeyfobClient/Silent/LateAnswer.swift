import KeyfobCore
import KeyfobOAuth

/// Lets callers go when an exchange takes too long, and lets the exchange go on: what the server does for it is done.
struct LateAnswer: Sendable {
    /// How long callers wait for an exchange, in seconds.
    let limit: Double
    /// Lets them go.
    let release: @Sendable (AuthError) -> Void

    init(_ limit: Double, release: @escaping @Sendable (AuthError) -> Void) {
        self.limit = limit.isNaN ? 30 : min(max(limit, 0), 3600)
        self.release = release
    }

    /// Runs an exchange.
    ///
    /// - Throws: what the exchange throws, however late.
    func watch<Result: Sendable>(
        _ authority: Authority, _ correlationID: String, _ exchange: () async throws(AuthError) -> Result
    ) async throws(AuthError) -> Result {
        let timer = Task {
            try await Task.sleep(for: .seconds(limit))
            let error = AuthError(
                TransportError(
                    .timedOut,
                    message: "\(authority.environment) did not answer in full within \(limit) seconds. "
                        + "What it answers later is still kept."))
            release(error.correlated(correlationID))
        }
        defer { timer.cancel() }
        return try await exchange()
    }
}
