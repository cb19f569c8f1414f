extension ErrorCatalogue {
    /// Errors that require interaction.
    static let session: [Entry] = [
        Entry(
            50058, "login_required",
            "No user is signed in, and the request does not allow interaction.",
            remedy: "Sign in interactively."),
        Entry(
            16001, "login_required",
            "The chosen account is no longer signed in.",
            remedy: "Sign in interactively."),
        Entry(
            16002, "login_required",
            "The session that the request names does not exist.",
            remedy: "Sign in interactively."),
        Entry(
            160021, "interaction_required",
            "The session that the request names is not the user's.",
            remedy: "Sign in interactively."),
        Entry(
            65004, "access_denied",
            "'{user}' declined the permissions that the application '{app}' asked for.",
            remedy: "Sign in again and accept the permissions, or ask for fewer."),
        Entry(
            90094, "consent_required",
            "An administrator has to consent to these permissions.",
            remedy: "Have an administrator consent for the organization."),
        Entry(
            90095, "consent_required",
            "An administrator has been asked to consent.",
            remedy: "Wait for the administrator's decision and sign in again."),
    ]
}
