public import Foundation

extension MSALPublicClientApplication {
    /// Takes a URL that the operating system gave to the app: from `application(_:open:options:)`, from
    /// `scene(_:openURLContexts:)`, or from both, since a second delivery does nothing.
    ///
    /// A broker's response is taken if the system does not name another sender, and if it belongs to the request that
    /// is under way, or to the one that was under way when the system ended an earlier run of the app: its tokens are
    /// then in the cache. Such a response may arrive before the app has made its application: the newest one is kept in
    /// memory, and the application that it belongs to takes it as soon as it is made.
    ///
    /// A URL is the response to a sign-in in a browser if it has that sign-in's redirect URI and `state`; from any
    /// other sender it is not accepted. On iOS in MSAL, everywhere here.
    ///
    /// - Parameters:
    ///   - response: the URL.
    ///   - sourceApplication: the sender that the operating system names: the options'
    ///     `UIApplicationOpenURLOptionsSourceApplicationKey`. nil for an app of another team.
    /// - Returns: whether the URL ended a sign-in, or is kept. If not, the app may handle it.
    #if canImport(ObjectiveC)
    @objc(handleMSALResponse:sourceApplication:)
    #endif
    @discardableResult
    public class func handleMSALResponse(_ response: URL, sourceApplication: String?) -> Bool {
        let process = ProcessState.current
        let url = response.absoluteString
        if process.applications.handle(url, sourceApplication: sourceApplication) { return true }
        if ResponseSource.mayRespond(sourceApplication), process.sessions.deliver(url) { return true }
        return process.applications.keep(url, sourceApplication: sourceApplication)
    }

    /// Cancels the sign-in that is under way; its call ends with ``MSALError/userCanceled``.
    ///
    /// - Returns: whether there was one.
    #if canImport(ObjectiveC)
    @objc(cancelCurrentWebAuthSession)
    #endif
    @discardableResult
    public class func cancelCurrentWebAuthSession() -> Bool { ProcessState.current.sessions.cancel() }
}

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
