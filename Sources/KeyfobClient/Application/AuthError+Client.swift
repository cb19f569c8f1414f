import KeyfobCore

extension AuthError {
    /// A silent call that nothing in the store can answer.
    static func interactionRequired(_ message: String, origin: Origin = .store) -> AuthError {
        AuthError(
            .interactionRequired, origin: origin, message: message,
            remedy: "Call acquireToken, which lets the person sign in.")
    }

    /// What a silent call says of a refusal that a person mends, however the server calls it.
    var asInteractionRequired: AuthError {
        guard code != .interactionRequired else { return self }
        var copy = self
        copy.code = .interactionRequired
        copy.remedy = "Call acquireToken, which lets the person sign in."
        copy.cause = self
        return copy
    }

    /// The same error with the correlation id of the call, if it has none of the server's.
    func correlated(_ correlationID: String) -> AuthError {
        var copy = self
        copy.correlationID = copy.correlationID ?? correlationID
        return copy
    }
}
