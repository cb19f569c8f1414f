import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// Why a protected API refuses a request (RFC 6750 section 3), and the remedy.
struct ResourceRefusal: Error {
    let status: Int
    /// `error`; nil if the request has no token.
    let error: String?
    let message: String
    /// The claims request, as JSON, that the next token request has to contain.
    var claims: String?
    /// The scope that is needed.
    var scope: String?
    /// The scheme of the challenge: `Bearer`, or `PoP` where the token has to be bound to a key.
    var scheme = "Bearer"

    static func invalidToken(_ message: String, scheme: String = "Bearer") -> ResourceRefusal {
        ResourceRefusal(status: 401, error: "invalid_token", message: message, scheme: scheme)
    }

    static func invalidRequest(_ message: String) -> ResourceRefusal {
        ResourceRefusal(status: 400, error: "invalid_request", message: message)
    }

    func response(_ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.json(
            ["error": .string(error ?? "unauthorized"), "error_description": .string(message)], status: status)
        guard status == 401 || status == 403 else { return response }
        var parameters = [
            "realm=\"\"", "authorization_uri=\"\(context.origin)/common/oauth2/v2.0/authorize\"",
        ]
        if let error { parameters.append("error=\"\(error)\"") }
        if error != nil { parameters.append("error_description=\"\(message)\"") }
        if let scope { parameters.append("scope=\"\(scope)\"") }
        // base64 and not base64url, with padding, as Microsoft's own APIs send it.
        if let claims { parameters.append("claims=\"\(Base64.encode(Array(claims.utf8)))\"") }
        response.fields.set("WWW-Authenticate", "\(scheme) \(parameters.joined(separator: ", "))")
        return response
    }
}
