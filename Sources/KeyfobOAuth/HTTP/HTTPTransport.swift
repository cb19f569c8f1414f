/// The port through which every request goes.
///
/// An implementation sends the request once, as it is. It never follows a redirect (a redirected token request would
/// give the credentials to whoever is at the other end), never repeats a request, keeps no cookies, checks the
/// server's certificate, and gives up after a total time-out (30 s unless configured otherwise) or when the body is
/// longer than it accepts (1 MiB unless configured otherwise).
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the response, whatever its status.
    ///
    /// - Throws: ``TransportError`` if no complete response came.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
