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

/// A URL opener that can check at once whether a URL can be opened, as `UIApplication` does on the main thread, for
/// synchronous interfaces.
package protocol ImmediateURLOpener: URLOpener {
    /// Whether an app is installed for a URL's scheme.
    func canOpenAtOnce(_ url: String) -> Bool
}

/// The port to the URLs that the app is opened with, before its own delegate gets them. ADAL got them by replacing the
/// delegate's methods.
///
/// Only ADAL's interface uses it; with any other, the app passes on each URL itself and decides which.
package protocol AppURLs: AnyObject, Sendable {
    /// Offers every URL to a listener first, for as long as the process runs. A URL that is handled does not reach the
    /// app's delegate; the others do.
    ///
    /// - Parameter listener: gets the URL, and the app that opened it if the system states it; returns whether it
    ///   handled the URL.
    func offer(to listener: @escaping @Sendable (_ url: String, _ sourceApplication: String?) -> Bool)
}
