/// The transport of all HTTP requests.
///
/// An implementation sends the request once, unchanged. It never follows a redirect (a redirected token request would
/// send the credentials to another server), never repeats a request, stores no cookies, checks the server's
/// certificate, and fails after a total time-out (30 s unless configured otherwise) or when the body is longer than its
/// limit (1 MiB unless configured otherwise).
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the response, with any status.
    ///
    /// - Throws: ``TransportError`` if there is no complete response.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
