public import KeyfobCore

/// The port through which a loopback sign-in shows its page: a browser, or another way to show an address to the user.
public protocol BrowserLauncher: Sendable {
    /// Shows the address.
    ///
    /// Returns when the launch is done, which may be at once or when the browser is closed. The caller waits for the
    /// redirect meanwhile, and cancels the call when it no longer matters. Cancelling must not close the page.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if the address cannot be shown.
    func open(_ url: HTTPURL) async throws(AuthError)

    /// Removes the files that ``open(_:)`` has left for the browser: the sign-in at that address has ended.
    func finish(_ url: HTTPURL) async
}

extension BrowserLauncher {
    /// Does nothing: most launchers leave no files.
    public func finish(_ url: HTTPURL) async {}
}
