/// The port to the operating system's ways from app to app: `UIApplication.canOpenURL(_:)` and
/// `open(_:options:completionHandler:)`.
public protocol URLOpener: Sendable {
    /// Whether some app answers to a URL's scheme. Always false for a scheme that this app does not declare
    /// (`LSApplicationQueriesSchemes`).
    func canOpen(_ url: String) async -> Bool

    /// Opens a URL, which brings the app that answers to it to the front.
    ///
    /// - Parameters:
    ///   - url: what is opened.
    ///   - universalLinksOnly: whether it is opened only if an app answers to it, and not by the browser.
    /// - Returns: whether it was opened.
    func open(_ url: String, universalLinksOnly: Bool) async -> Bool
}
