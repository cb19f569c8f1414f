#if Server
import KeyfobCore
import KeyfobOAuth

/// The network of a device on which the public cloud knows the demo's provider: ADAL looks up every authority that it
/// does not know itself, and uses no broker for one that is not confirmed.
struct KnownProviderTransport: HTTPTransport {
    let base: any HTTPTransport
    /// The provider's authority.
    let authority: String

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.hostAndPort == "login.microsoftonline.com" else { return try await base.send(request) }
        guard request.url.path.hasSuffix("/discovery/instance") else { return HTTPResponse(status: 404) }
        let answer: JSONValue = [
            "tenant_discovery_endpoint": .string("\(authority)/.well-known/openid-configuration"), "metadata": [],
        ]
        var response = HTTPResponse(status: 200)
        response.fields.set("Content-Type", "application/json")
        response.body = answer.bytes()
        return response
    }
}
#endif
