/// The senders that a sign-in's response is accepted from.
enum ResponseSource {
    /// Browsers and their views, and the brokers.
    private static let known: Set<String> = [
        "com.apple.mobilesafari", "com.apple.safariviewservice", "com.apple.safari",
        "com.apple.webapp", "com.microsoft.azureauthenticator", "com.microsoft.azureauthenticator-alpha",
        "com.microsoft.azureauthenticator-df", "com.microsoft.companyportal",
    ]

    /// iOS names no sender (nil) for apps of other teams, except for the system's own browsers. An app that it names
    /// and that is not in the list is of this app's team, and takes no part in a sign-in.
    static func mayRespond(_ sourceApplication: String?) -> Bool {
        guard let sourceApplication, !sourceApplication.isEmpty else { return true }
        return known.contains(sourceApplication.lowercased())
    }
}
