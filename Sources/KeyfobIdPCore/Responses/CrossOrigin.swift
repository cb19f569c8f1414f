import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Lets the pages of a single-page app read the token endpoint's responses (Fetch, section 3.2): only those at the
/// origins of its redirect URIs.
enum CrossOrigin {
    static func allow(_ response: inout HTTPResponse, _ context: RequestContext) {
        guard context.endpoint == .token, let origin = context.request.fields["Origin"] else { return }
        response.fields.set("Vary", "Origin")
        guard let clientID = (try? context.form())?["client_id"],
            let client = context.directory.application(clientID),
            client.redirectURIs.singlePage.contains(where: { isOrigin(origin, of: $0) })
        else { return }
        response.fields.set("Access-Control-Allow-Origin", origin)
    }

    /// Whether a redirect URI belongs to a page's origin; a loopback address is registered for every port.
    private static func isOrigin(_ origin: String, of redirectURI: String) -> Bool {
        guard let page = HTTPURL(origin), let target = HTTPURL(redirectURI) else { return false }
        if page.origin == target.origin { return true }
        return page.scheme == "http" && target.scheme == "http" && page.isLoopback && target.isLoopback
            && page.host == target.host
    }
}
