package import KeyfobCore

extension AuthError {
    /// The error of a silent call that cannot be served from the store.
    package static func interactionRequired(_ message: String, origin: Origin = .store) -> AuthError {
        AuthError(
            .interactionRequired, origin: origin, message: message,
            remedy: "Call acquireToken, which lets the user sign in.")
    }

    /// The error that a silent call throws for a refusal that an interactive sign-in resolves, whatever the server's
    /// error code.
    var asInteractionRequired: AuthError {
        guard code != .interactionRequired else { return self }
        var copy = self
        copy.code = .interactionRequired
        copy.remedy = "Call acquireToken, which lets the user sign in."
        copy.cause = self
        return copy
    }
}
