public import KeyfobCore

/// The port through which a loopback sign-in reaches the person: whatever makes an address appear before them.
public protocol BrowserLauncher: Sendable {
    /// Shows the address.
    ///
    /// Returns when there is nothing more to learn from the launch, which may be at once or when the browser is
    /// closed; the caller listens for the redirect meanwhile, and cancels the call when it no longer matters.
    /// Cancelling must not close what the person is looking at.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if the address cannot be shown.
    func open(_ url: HTTPURL) async throws(AuthError)

    /// Tidies up what ``open(_:)`` has left for the browser to read: the sign-in at that address has ended.
    func finish(_ url: HTTPURL) async
}

extension BrowserLauncher {
    /// Does nothing: most launchers leave nothing behind.
    public func finish(_ url: HTTPURL) async {}
}
