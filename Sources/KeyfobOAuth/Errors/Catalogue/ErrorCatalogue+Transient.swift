extension ErrorCatalogue {
    /// It may work later.
    static let transient: [Entry] = [
        Entry(
            90033, "temporarily_unavailable", status: 503,
            "The service is not available for the moment.",
            remedy: "Wait and try again."),
        Entry(
            90006, "temporarily_unavailable", status: 503,
            "Another service that this one needs does not answer.",
            remedy: "Wait and try again."),
        Entry(
            90055, "temporarily_unavailable", status: 429,
            "There are too many requests.",
            remedy: "Wait as long as the server asks before trying again."),
    ]
}
