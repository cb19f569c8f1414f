#if Server
import KeyfobCore
import KeyfobOAuth

/// A request that the server refuses without calling the handler.
struct Refusal: Error {
    let status: Int
    let message: String
    let closesConnection: Bool
    /// The value of `Retry-After`.
    var retryAfter: Int?

    /// The request line or the `Host` field is malformed.
    static let malformed = Refusal(
        status: 400, message: "The request's target or its Host field is malformed.", closesConnection: false)

    /// The request names a host that this server does not serve (RFC 9110 section 15.5.20).
    static let unknownHost = Refusal(
        status: 421, message: "This identity provider does not serve the host that the request names.",
        closesConnection: false)

    /// The request names a port on which this server cannot be reached.
    static let unknownPort = Refusal(
        status: 421,
        message: "This identity provider cannot be reached on the port that the request names. Behind a proxy or a "
            + "container's port, name it: keyfob-idp serve --public-port PORT.", closesConnection: false)

    /// The number of connections is at its limit.
    static let tooManyConnections = Refusal(
        status: 503, message: "The identity provider has too many connections. Try again.", closesConnection: true,
        retryAfter: 5)

    /// The body is larger than the limit (RFC 9110 section 15.5.14).
    static func bodyTooLarge(closing: Bool) -> Refusal {
        Refusal(status: 413, message: "The request's body is too large.", closesConnection: closing)
    }

    /// The response, with a body as in RFC 6749 section 5.2, since most clients here use OAuth.
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
