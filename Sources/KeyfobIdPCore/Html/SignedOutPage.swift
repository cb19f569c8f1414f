import KeyfobCore

/// The page after signing out, where there is no app to return to, or where other services are signed out first.
struct SignedOutPage {
    /// The addresses of other services' requests to sign out, which hidden frames load.
    var frames: [String] = []
    /// The address of the app; nil if there is none.
    var next: String?

    var page: Page {
        let parts: [HTML] = frames.map { address in
            "<iframe src=\"\(exactly: address)\" title=\"Signing out\" hidden></iframe>\n"
        }
        let link: HTML? = next.map { "<p><a href=\"\(exactly: $0)\">Continue to the app</a></p>\n" }
        var page = Page(
            id: .signedOut, title: "You are signed out",
            content: """
                <p>It is a good idea to close all windows of this browser.</p>
                \(link)\(parts)
                """)
        page.frames = frames
        return page
    }
}
