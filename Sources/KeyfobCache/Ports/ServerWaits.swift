public import KeyfobCore

/// A server's word that equal requests are to wait, as it is kept for other processes.
public struct ServerWait: Sendable, Hashable {
    /// Until when, in seconds since 1970.
    public let until: Double
    /// What it means to the app.
    public let code: AuthError.Code
    /// What the first of the requests was told.
    public let message: String
    /// What to do about it.
    public let remedy: String?

    /// Puts a word together.
    public init(until: Double, code: AuthError.Code, message: String, remedy: String?) {
        self.until = until
        self.code = code
        self.message = message
        self.remedy = remedy
    }
}

/// Where processes tell each other that a server has asked to be left alone.
///
/// It is a courtesy: what cannot be read is not there, and what cannot be written is lost.
public protocol ServerWaits: Sendable {
    /// The word that is kept for a request.
    ///
    /// - Parameter request: what makes requests equal, as a digest: it tells nothing.
    func wait(for request: String) -> ServerWait?

    /// Keeps a word, in place of an older one for the same request; words that are over may go.
    ///
    /// - Parameter now: seconds since 1970.
    func keep(_ wait: ServerWait, for request: String, now: Double)
}
