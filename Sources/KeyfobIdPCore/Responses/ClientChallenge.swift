import KeyfobOAuth

/// The challenge for a client that authenticated by HTTP Basic and failed (RFC 6749 section 5.2, RFC 7617 section 2).
/// A client that sent its credential in the form gets none.
enum ClientChallenge {
    static func add(to response: inout HTTPResponse, _ context: RequestContext) {
        guard response.status == 401, context.endpoint == .token,
            context.request.fields.all("Authorization").contains(where: { $0.lowercased().hasPrefix("basic ") })
        else { return }
        response.fields.set("WWW-Authenticate", "Basic realm=\"\(context.origin)\", charset=\"UTF-8\"")
    }
}
