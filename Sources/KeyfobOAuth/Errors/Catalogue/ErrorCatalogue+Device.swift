extension ErrorCatalogue {
    /// Errors returned while a device code is polled (RFC 8628 section 3.5).
    static let device: [Entry] = [
        Entry(
            70016, "authorization_pending",
            "The code has not been entered yet.",
            remedy: "Keep polling."),
        Entry(
            70018, "bad_verification_code",
            "The device code or user code is not known.",
            remedy: "Enter the code as it is shown."),
        Entry(
            70019, "expired_token", v1: "code_expired",
            "The code was not entered in time.",
            remedy: "Ask for a new code."),
        Entry(
            70020, "expired_token", v1: "code_expired",
            "The device code has expired.",
            remedy: "Ask for a new code."),
    ]
}
