package import KeyfobCore
import KeyfobOAuth

extension AuthError {
    /// Why the server issued no tokens although it refused nothing.
    package enum Outage: Sendable {
        /// It could not be reached, or its response broke off.
        case unreachable
        /// It failed or asked to wait, or another server responded in its place.
        case failing
    }

    /// The outage that the error reports, so that a stored token that is still valid can be used meanwhile; nil if the
    /// server decided.
    package var outage: Outage? {
        switch code {
        case .network: .unreachable
        case .invalidResponse where cause is TransportError: .unreachable
        case .throttled: .failing
        case .server where (server?.status ?? 500) >= 500: .failing
        // A page of a proxy or of a captive portal in the server's place.
        case .invalidResponse where server?.error.isEmpty ?? false: .failing
        default: nil
        }
    }

    /// The same error with the correlation id of the call, if it has none from the server.
    package func correlated(_ correlationID: String) -> AuthError {
        var copy = self
        copy.correlationID = copy.correlationID ?? correlationID
        return copy
    }
}
