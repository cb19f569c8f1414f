package import KeyfobCore

/// A server's request to wait before an equal request, shared with other processes.
package struct ServerWait: Sendable, Hashable {
    /// The end of the wait, in seconds since 1970.
    package let until: Double
    /// The error code for the app.
    package let code: AuthError.Code
    /// The error message of the first request.
    package let message: String
    /// The remedy for the user.
    package let remedy: String?

    /// Makes a wait.
    package init(until: Double, code: AuthError.Code, message: String, remedy: String?) {
        self.until = until
        self.code = code
        self.message = message
        self.remedy = remedy
    }
}

/// Shares the waits that servers have requested among processes.
///
/// It is best-effort: an unreadable wait counts as absent, and failed writes are ignored.
package protocol ServerWaits: Sendable {
    /// The wait that is stored for a request.
    ///
    /// - Parameter request: a digest of the parts that make requests equal, which reveals nothing.
    func wait(for request: String) -> ServerWait?

    /// Stores a wait, and replaces an older one for the same request; expired waits may be removed.
    ///
    /// - Parameter now: seconds since 1970.
    func keep(_ wait: ServerWait, for request: String, now: Double)
}
