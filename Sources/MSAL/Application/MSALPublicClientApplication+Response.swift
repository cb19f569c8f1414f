public import Foundation

extension MSALPublicClientApplication {
    /// Takes a URL that the operating system gave to the app: from `application(_:open:options:)` or from
    /// `scene(_:openURLContexts:)`, or from both, since a second delivery does nothing.
    ///
    /// A broker's reply is taken if the broker sent it, for all that the system says, and it belongs to the request that
    /// is under way, or to the one during which the system ended the app's earlier run: then its tokens are in the cache
    /// afterwards. Such a reply may come before the app has made its application: it is kept in memory, the newest one, and
    /// taken by the application that it belongs to as soon as that is made.
    ///
    /// A URL is the answer of a sign-in in a browser if it stands at that sign-in's redirect URI and bears its `state`; whoever else sends
    /// one is not believed. On iOS in MSAL, everywhere here.
    ///
    /// - Parameters:
    ///   - response: the URL.
    ///   - sourceApplication: who the operating system says has sent it: the options'
    ///     `UIApplicationOpenURLOptionsSourceApplicationKey`. nil for an app of another team.
    /// - Returns: whether the URL ended a sign-in, or is kept. If not, it is the app's own business.
    #if canImport(ObjectiveC)
    @objc(handleMSALResponse:sourceApplication:)
    #endif
    @discardableResult
    public class func handleMSALResponse(_ response: URL, sourceApplication: String?) -> Bool {
        let process = ProcessState.current
        let url = response.absoluteString
        if process.applications.handle(url, sourceApplication: sourceApplication) { return true }
        if ResponseSource.mayAnswer(sourceApplication), process.sessions.deliver(url) { return true }
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

/// Who may send a sign-in's answer.
enum ResponseSource {
    /// Browsers and their views, and the brokers.
    private static let known: Set<String> = [
        "com.apple.mobilesafari", "com.apple.safariviewservice", "com.apple.safari",
        "com.apple.webapp", "com.microsoft.azureauthenticator", "com.microsoft.azureauthenticator-alpha",
        "com.microsoft.azureauthenticator-df", "com.microsoft.companyportal",
    ]

    /// nil is what iOS says of every app of another team, the system's own browsers excepted. An app that it names and
    /// that is none of them is of this app's own team, and has no business with a sign-in.
    static func mayAnswer(_ sourceApplication: String?) -> Bool {
        guard let sourceApplication, !sourceApplication.isEmpty else { return true }
        return known.contains(sourceApplication.lowercased())
    }
}
