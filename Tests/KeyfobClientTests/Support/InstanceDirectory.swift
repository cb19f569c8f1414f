import KeyfobBackport
import KeyfobCore
import KeyfobOAuth

/// The public cloud's instance discovery in front of a provider: it recognizes only its own hosts.
final class InstanceDirectory: HTTPTransport {
    private let base: any HTTPTransport
    private let count = Mutex(0)

    init(_ base: any HTTPTransport) { self.base = base }

    /// The number of requests to the public cloud.
    var questions: Int { count.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.host == "login.microsoftonline.com" else { return try await base.send(request) }
        count.withLock { $0 += 1 }
        let error = OAuthError(50049, ["host": "it"], error: "invalid_instance")
        let body = error.response(correlationID: "c", traceID: "t", now: 0)
        return .json(body.json, status: 400)
    }
}
