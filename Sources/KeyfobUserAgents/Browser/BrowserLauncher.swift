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

/// Passes the address to a closure instead of a browser, for a terminal without a display or a user who prefers another
/// browser profile.
public struct PrintURL: BrowserLauncher {
    private let write: @Sendable (String) -> Void

    /// Makes a launcher that prints.
    ///
    /// - Parameter write: gets the address, without a line end; by default it is written to standard output and
    ///   flushed.
    public init(write: @escaping @Sendable (String) -> Void = Self.toStandardOutput) {
        self.write = write
    }

    /// Prints the address.
    public func open(_ url: HTTPURL) async throws(AuthError) { write(url.description) }

    /// Writes a line to standard output, unbuffered, since a process that reads it through a pipe waits for it.
    public static let toStandardOutput: @Sendable (String) -> Void = { line in
        FileDescriptor.standardOutput.write(line + "\n")
    }
}
