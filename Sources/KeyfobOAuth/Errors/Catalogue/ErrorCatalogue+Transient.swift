extension ErrorCatalogue {
    /// Errors that may be temporary.
    static let transient: [Entry] = [
        Entry(
            90033, "temporarily_unavailable", status: 503,
            "The service is temporarily unavailable.",
            remedy: "Wait and try again."),
        Entry(
            90006, "temporarily_unavailable", status: 503,
            "Another service that this one needs does not respond.",
            remedy: "Wait and try again."),
        Entry(
            90055, "temporarily_unavailable", status: 429,
            "There are too many requests.",
            remedy: "Wait as long as the server requests before trying again."),
    ]
}
