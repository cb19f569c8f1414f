import KeyfobCore
import KeyfobOAuth

/// The end of signing out: the redirect to the app; or a page, where there is no app to return to, or where other
/// clients and services are signed out first.
struct SignedOutPage {
    /// The addresses by which the others sign the user out, which hidden frames load.
    var frames: [String] = []
    /// The address of the app; nil if there is none.
    var next: String?

    /// The seconds after which the page leads back to the app, if a frame takes longer.
    private static let patience = 3

    /// Returns to the app as soon as each frame has loaded.
    private static let continuation: HTML = """
        const frames = document.querySelectorAll("iframe"), done = new Set();
        document.addEventListener("load", event => {
        if (done.add(event.target).size === frames.length) document.getElementById("continue").click();
        }, true);
        """

    /// The response.
    func response(_ context: RequestContext) -> HTTPResponse {
        if frames.isEmpty, let next { return .seeOther(next) }
        var response = page.response(random: context.random)
        if let next { response.fields.set("Refresh", "\(Self.patience);url=\(next)") }
        return response
    }

    private var page: Page {
        let parts: [HTML] = frames.map { address in
            "<iframe src=\"\(exactly: address)\" title=\"Signing out\" hidden></iframe>\n"
        }
        let link: HTML? = next.map { "<p><a id=\"continue\" href=\"\(exactly: $0)\">Continue to the app</a></p>\n" }
        var page = Page(
            id: .signedOut, title: "You are signed out",
            content: """
                <p>It is a good idea to close all windows of this browser.</p>
                \(link)\(parts)
                """)
        page.frames = frames
        if next != nil, !frames.isEmpty { page.script = Self.continuation }
        return page
    }
}
