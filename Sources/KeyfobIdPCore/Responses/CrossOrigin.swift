import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Lets pages of other origins read responses (Fetch, section 3.2): metadata, keys and the claims of a token's user for
/// every page, and the token endpoint's responses for a single-page app at the origins of its redirect URIs.
enum CrossOrigin {
    private static let pagesMayRead: Set<Endpoint> = [.instance, .discovery, .keys, .userinfo, .token, .graph]

    static func allow(_ response: inout HTTPResponse, _ context: RequestContext) {
        guard pagesMayRead.contains(context.endpoint) else { return }
        guard context.endpoint == .token else {
            response.fields.set("Access-Control-Allow-Origin", "*")
            return
        }
        guard let origin = context.request.fields["Origin"] else { return }
        response.fields.set("Vary", "Origin")
        guard let clientID = (try? context.form())?["client_id"],
            let client = context.directory.application(clientID),
            client.redirectURIs.singlePage.contains(where: { isOrigin(origin, of: $0) })
        else { return }
        response.fields.set("Access-Control-Allow-Origin", origin)
    }

    /// The response to a browser's question whether a page may send a request with fields of its own, such as
    /// `X-AnchorMailbox` (Fetch, section 4.8); nil if the request is another, or a page has no use for the address.
    ///
    /// The question names no client, so that every origin may send the request; who may read the response is decided
    /// with the response. No request that a page sends in this way contains cookies.
    static func preflight(_ request: HTTPRequest, _ routes: [Route]) -> HTTPResponse? {
        let methods = routes.filter { pagesMayRead.contains($0.endpoint) }.flatMap(\.methods)
        guard request.method == .options, request.fields["Origin"] != nil,
            request.fields["Access-Control-Request-Method"] != nil, !methods.isEmpty
        else { return nil }
        var response = HTTPResponse(status: 200)
        response.fields.set("Access-Control-Allow-Origin", "*")
        response.fields.set(
            "Access-Control-Allow-Methods", (methods + [.options]).map(\.rawValue).joined(separator: ", "))
        let names = (request.fields["Access-Control-Request-Headers"] ?? "").utf8.prefix(2048)
            .split(separator: UInt8(ascii: ",")).map { name in
                let start = name.drop { $0 == 0x20 }
                return String(decoding: start.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
            }
        response.fields.set(
            "Access-Control-Allow-Headers", names.filter(isFieldName).prefix(50).joined(separator: ", "))
        response.fields.set("Access-Control-Max-Age", "86400")
        return response
    }

    /// Whether a text is a token (RFC 9110 section 5.6.2), of which the names of fields consist.
    private static func isFieldName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
    }

    /// Whether a redirect URI belongs to a page's origin; a loopback address is registered for every port.
    private static func isOrigin(_ origin: String, of redirectURI: String) -> Bool {
        guard let page = HTTPURL(origin), let target = HTTPURL(redirectURI) else { return false }
        if page.origin == target.origin { return true }
        return page.scheme == "http" && target.scheme == "http" && page.isLoopback && target.isLoopback
            && page.host == target.host
    }
}
