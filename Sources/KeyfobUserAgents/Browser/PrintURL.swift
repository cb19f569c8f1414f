public import KeyfobCore

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
