#if Server
import KeyfobCore
import KeyfobOAuth

/// A request that is answered without asking the handler.
struct Refusal: Error {
    let status: Int
    let message: String
    let closesConnection: Bool
    /// `Retry-After`
    var retryAfter: Int?

    /// The request line or the `Host` field cannot be understood.
    static let malformed = Refusal(
        status: 400, message: "The request's target or its Host field is malformed.", closesConnection: false)

    /// The request names a host that this server does not answer for (RFC 9110 section 15.5.20).
    static let unknownHost = Refusal(
        status: 421, message: "This identity provider does not answer for the host that the request names.",
        closesConnection: false)

    /// The request names a port on which this server is not reached.
    static let unknownPort = Refusal(
        status: 421,
        message: "This identity provider is not reached by the port that the request names. Behind a proxy or a "
            + "container's port, name it: keyfob-idp serve --public-port PORT.", closesConnection: false)

    /// There are as many connections as the server has room for.
    static let tooManyConnections = Refusal(
        status: 503, message: "The identity provider has too many connections. Try again.", closesConnection: true,
        retryAfter: 5)

    /// The body is larger than the limit (RFC 9110 section 15.5.14).
    static func bodyTooLarge(closing: Bool) -> Refusal {
        Refusal(status: 413, message: "The request's body is too large.", closesConnection: closing)
    }

    /// The answer, with a body as RFC 6749 section 5.2 has it, since most clients here speak OAuth.
    var response: KeyfobOAuth.HTTPResponse {
        let body: JSONValue = [
            "error": status == 503 ? "temporarily_unavailable" : "invalid_request",
            "error_description": .string(message),
        ]
        var response = KeyfobOAuth.HTTPResponse(
            status: status,
            fields: KeyfobOAuth.HTTPFields([
                ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"),
            ]), body: body.bytes())
        if let retryAfter { response.fields.set("Retry-After", String(retryAfter)) }
        return response
    }
}
#endif
