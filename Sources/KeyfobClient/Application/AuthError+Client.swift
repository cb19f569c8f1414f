import KeyfobCore

extension AuthError {
    /// A silent call that nothing in the store can answer.
    static func interactionRequired(_ message: String, origin: Origin = .store) -> AuthError {
        AuthError(
            .interactionRequired, origin: origin, message: message,
            remedy: "Call acquireToken, which lets the person sign in.")
    }

    /// Whether the server could not be reached or could not answer, so that a token that is still good serves
    /// meanwhile. What the server has decided is not among it.
    var isOutage: Bool {
        switch code {
        case .network, .throttled: true
        case .server: (server?.status ?? 500) >= 500
        // A page of a proxy or of a captive portal in the server's place.
        case .invalidResponse: server?.error.isEmpty ?? false
        default: false
        }
    }

    /// The same error with the correlation id of the call, if it has none of the server's.
    func correlated(_ correlationID: String) -> AuthError {
        var copy = self
        copy.correlationID = copy.correlationID ?? correlationID
        return copy
    }
}
