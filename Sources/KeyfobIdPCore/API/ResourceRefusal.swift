import KeyfobCore
import KeyfobJOSE
package import KeyfobOAuth

/// Why a protected API refuses a request (RFC 6750 section 3), and the remedy.
package struct ResourceRefusal: Error {
    /// What is wrong with the credential, for APIs whose own error codes tell these cases apart.
    package enum Cause: Sendable {
        /// The request has no access token.
        case missing
        /// The token has expired.
        case expired
        /// The token is for another API; its `aud`.
        case audience(String)
        /// Everything else.
        case other
    }

    package let status: Int
    /// `error`; nil if the request has no token.
    package let error: String?
    package let message: String
    /// The claims request, as JSON, that the next token request has to contain.
    package var claims: String?
    /// The scope that is needed.
    var scope: String?
    /// The scheme of the challenge: `Bearer`, or `PoP` where the token has to be bound to a key.
    var scheme = "Bearer"
    /// What is wrong with the credential.
    package let cause: Cause

    package init(
        status: Int, error: String?, message: String, claims: String? = nil, scope: String? = nil,
        scheme: String = "Bearer", cause: Cause = .other
    ) {
        self.cause = cause
        self.status = status
        self.error = error
        self.message = message
        self.claims = claims
        self.scope = scope
        self.scheme = scheme
    }

    package static func invalidToken(
        _ message: String, scheme: String = "Bearer", cause: Cause = .other
    ) -> ResourceRefusal {
        ResourceRefusal(status: 401, error: "invalid_token", message: message, scheme: scheme, cause: cause)
    }

    package static func invalidRequest(_ message: String) -> ResourceRefusal {
        ResourceRefusal(status: 400, error: "invalid_request", message: message)
    }

    package func response(_ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.json(
            ["error": .string(error ?? "unauthorized"), "error_description": .string(message)], status: status)
        guard status == 401 || status == 403 else { return response }
        var parameters = [
            "realm=\"\"", "authorization_uri=\"\(context.origin)/common/oauth2/v2.0/authorize\"",
        ]
        if let error { parameters.append("error=\"\(error)\"") }
        if error != nil { parameters.append("error_description=\(HTTPFields.quoted(message))") }
        if let scope { parameters.append("scope=\(HTTPFields.quoted(scope))") }
        // base64 and not base64url, with padding, as Microsoft's own APIs send it.
        if let claims { parameters.append("claims=\"\(Base64.encode(Array(claims.utf8)))\"") }
        response.fields.set("WWW-Authenticate", "\(scheme) \(parameters.joined(separator: ", "))")
        return response
    }
}
