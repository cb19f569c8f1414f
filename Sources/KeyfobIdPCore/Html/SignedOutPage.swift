/// The page after signing out, where there is no app to return to.
enum SignedOutPage {
    static let page = Page(
        id: .signedOut, title: "You are signed out",
        content: "<p>It is a good idea to close all windows of this browser.</p>")
}
