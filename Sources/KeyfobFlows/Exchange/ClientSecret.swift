import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// A client's secret at an OpenID provider (RFC 6749 section 2.3.1). Some providers give one to installed apps too, and
/// refuse them without it; it proves nothing there, and PKCE protects the code.
struct ClientSecret: Sendable {
    let clientID: String
    let secret: Secret<String>

    /// Returns a request with the secret in the way that the provider's metadata names; HTTP Basic if it names none (RFC
    /// 8414 section 2).
    func request(_ url: HTTPURL, _ parameters: FormParameters, _ metadata: ProviderMetadata) -> HTTPRequest {
        let methods = metadata.clientAuthentication
        if methods.contains("client_secret_post") {
            var form = parameters
            form.set("client_secret", secret.reveal())
            return .form(url, form)
        }
        var request = HTTPRequest.form(url, parameters)
        // Both are encoded as in a form before they are joined.
        let pair = [clientID, secret.reveal()].map { FormParameters([("", $0)]).encoded.dropFirst() }
        request.fields.set("Authorization", "Basic \(Base64.encode(Array(pair.joined(separator: ":").utf8)))")
        return request
    }
}
