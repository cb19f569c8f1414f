/// The port to opening URLs of other apps: `UIApplication.canOpenURL(_:)` and `open(_:options:completionHandler:)`.
public protocol URLOpener: Sendable {
    /// Whether an app is installed for a URL's scheme. Always false for a scheme that this app does not declare
    /// (`LSApplicationQueriesSchemes`).
    func canOpen(_ url: String) async -> Bool

    /// Opens a URL, which brings the app that handles it to the front.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - universalLinksOnly: whether it is opened only if an app handles it, and not by the browser.
    /// - Returns: whether it was opened.
    func open(_ url: String, universalLinksOnly: Bool) async -> Bool
}
