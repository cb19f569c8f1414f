import KeyfobBackport
import KeyfobCore
import KeyfobOAuth

/// A provider whose metadata was altered to name a token endpoint on another host.
final class RedirectedTokenEndpoint: HTTPTransport {
    private let base: any HTTPTransport
    private let host: String
    private let sent = Mutex<[HTTPRequest]>([])

    init(_ base: any HTTPTransport, to host: String) {
        self.base = base
        self.host = host
    }

    /// The posted requests, to any host.
    var posts: [HTTPRequest] { sent.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if request.method == .post { sent.withLock { $0.append(request) } }
        var response = try await base.send(request)
        guard var members = (try? JSONValue(parsing: response.body))?.objectValue, members["token_endpoint"] != nil
        else { return response }
        members["token_endpoint"] = .string("https://\(host)/\(Contoso.tenantID)/oauth2/v2.0/token")
        response.body = JSONValue.object(members).bytes()
        return response
    }
}
