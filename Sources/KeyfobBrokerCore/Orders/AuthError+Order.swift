import KeyfobCore

extension AuthError {
    /// Whether the provider reports the credential as invalid: not only as too old for the policy of this request
    /// (AADSTS70043, or with a challenge), since it may still serve other requests.
    var isAboutToken: Bool {
        guard let server else { return false }
        return server.suberror == "bad_token"
            || server.suberror == "token_expired" && server.claimsChallenge == nil && !server.codes.contains(70043)
    }

    /// Whether the provider no longer knows the device. A disabled device (AADSTS135011) stays registered: only its
    /// administrator can enable it.
    var isAboutDevice: Bool {
        guard let server else { return false }
        return server.suberror == "device_authentication_failed" || server.codes.contains(50155)
    }

    static var noSuchAccount: AuthError {
        AuthError(
            .interactionRequired, origin: .broker,
            message: "The broker has no account that fits the request and that the user has let this app use.",
            remedy: "Call acquireToken, which asks the user or lets the user sign in at the broker.")
    }

    static var signInNeeded: AuthError {
        AuthError(
            .interactionRequired, origin: .broker,
            message: "The broker has no credential that gets tokens for this app silently.",
            remedy: "Call acquireToken, which lets the user sign in at the broker.")
    }

    static var registrationNeeded: AuthError {
        AuthError(
            .interactionRequired, origin: .broker,
            message: "The organization requires the device to be registered before this app gets tokens.",
            remedy: "Call acquireToken: the sign-in registers it.")
    }

    static var otherAccount: AuthError {
        AuthError(
            .accountMismatch, origin: .broker,
            message: "Another account signed in than the one that the app asked for; its tokens were discarded.",
            remedy: "Sign in with the account that was asked for, or ask for no account.")
    }
}
