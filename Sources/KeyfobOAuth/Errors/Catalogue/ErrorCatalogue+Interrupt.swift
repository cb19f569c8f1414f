extension ErrorCatalogue {
    /// Pages that interrupt a sign-in.
    static let interrupt: [Entry] = [
        Entry(
            50140, "interaction_required", isPage: true,
            "The user has to choose whether to stay signed in.",
            remedy: "Continue in the browser."),
        Entry(
            50199, "interaction_required", isPage: true,
            "The user has to confirm that one of their apps started the sign-in.",
            remedy: "Continue in the browser."),
        Entry(
            120002, "invalid_request", isPage: true,
            "The new password is too weak.",
            remedy: "Choose a longer password."),
    ]
}
