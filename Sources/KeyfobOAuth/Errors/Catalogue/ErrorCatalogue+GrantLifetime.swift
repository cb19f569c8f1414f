extension ErrorCatalogue {
    /// Errors of a grant that has expired or was revoked.
    static let grantLifetime: [Entry] = [
        Entry(
            50132, "invalid_grant",
            "The session was revoked, or the password was changed or reset.",
            remedy: "Sign in interactively."),
        Entry(
            50133, "invalid_grant",
            "The session is not valid any more: it has expired, or the password was changed.",
            remedy: "Sign in interactively."),
        Entry(
            50155, "invalid_grant",
            "The device could not be authenticated for '{user}'.",
            remedy: "Register the device again."),
        Entry(
            50173, "invalid_grant", suberror: "bad_token",
            "The grant has been revoked: it was issued at {issued}, and only grants issued after "
                + "{valid_from} are valid.",
            remedy: "Sign in interactively."),
        Entry(
            70008, "invalid_grant",
            "The code or refresh token has expired.",
            remedy: "Sign in interactively."),
        Entry(
            700082, "invalid_grant",
            "The refresh token has expired, because it was not used for {days} days.",
            remedy: "Sign in interactively."),
        Entry(
            700084, "invalid_grant",
            "The refresh token of a single-page app has reached its fixed lifetime of 24 hours.",
            remedy: "Sign in interactively."),
        Entry(
            70043, "invalid_grant", suberror: "token_expired",
            "The refresh token has expired, because a policy requires to sign in more often.",
            remedy: "Sign in interactively."),
    ]
}
