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

extension AuthError.ServerDetails {
    /// Whether MSAL and ADAL read the body of a response with this status; of any other they report the status alone. A
    /// response that came by redirect has status 0.
    package var isReadByMicrosoftLibraries: Bool { [0, 200, 400, 401].contains(status) }
}
