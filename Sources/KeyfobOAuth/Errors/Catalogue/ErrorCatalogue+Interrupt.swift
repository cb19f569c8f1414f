extension ErrorCatalogue {
    /// Pages that interrupt a sign-in.
    static let interrupt: [Entry] = [
        Entry(
            50140, "interaction_required", isPage: true,
            "The person has to say whether to stay signed in.",
            remedy: "Continue in the browser."),
        Entry(
            50199, "interaction_required", isPage: true,
            "The person has to confirm that the sign-in was started by an app of theirs.",
            remedy: "Continue in the browser."),
        Entry(
            120002, "invalid_request", isPage: true,
            "The new password is too weak.",
            remedy: "Choose a longer password."),
    ]
}
