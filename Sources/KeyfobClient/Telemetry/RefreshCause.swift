/// Why a silent call sent a request, as the server's telemetry counts it (`x-client-current-telemetry`).
package enum RefreshCause: Int, Sendable, Hashable, CaseIterable {
    /// It did not, or the request has no cause.
    case none = 0
    /// The app requested a fresh token, or one with claims.
    case forced = 1
    /// The store had no token.
    case noToken = 2
    /// The token had expired.
    case expired = 3
    /// The token was valid, and due to be renewed.
    case proactive = 4
}
