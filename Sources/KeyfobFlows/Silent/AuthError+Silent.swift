package import KeyfobCore
import KeyfobOAuth

extension AuthError {
    /// Why the server issued no tokens although it refused nothing.
    package enum Outage: Sendable {
        /// It could not be reached, or its response broke off.
        case unreachable
        /// It failed or asked to wait, or another server responded in its place.
        case failing
        /// It was not asked, because the store could not be locked or had no room for its response.
        case unsent
    }

    /// The outage that the error reports, so that a stored token that is still valid can be used meanwhile; nil if the
    /// server decided.
    package var outage: Outage? {
        switch code {
        case .network: .unreachable
        case .invalidResponse where cause is TransportError: .unreachable
        case .throttled: .failing
        case .storeUnavailable where cause is RequestNotSent: .unsent
        case .server where (server?.status ?? 500) >= 500: .failing
        // A page of a proxy or of a captive portal in the server's place.
        case .invalidResponse where server?.error.isEmpty ?? false: .failing
        default: nil
        }
    }

    /// An error of the store before the request was sent, marked as such; any other error unchanged.
    var beforeRequest: AuthError {
        guard code == .storeUnavailable else { return self }
        var copy = self
        copy.cause = RequestNotSent(cause: cause)
        return copy
    }

    /// The same error with the correlation id of the call, if it has none from the server.
    package func correlated(_ correlationID: String) -> AuthError {
        var copy = self
        copy.correlationID = copy.correlationID ?? correlationID
        return copy
    }
}

/// The cause of an error for which no request was sent.
struct RequestNotSent: Error {
    /// The cause of the store's error.
    let cause: (any Error)?
}
