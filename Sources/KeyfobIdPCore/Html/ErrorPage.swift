import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The page for errors that are never sent to a redirect URI: what to do, what happened, and folded details for support.
enum ErrorPage {
    static func response(
        _ error: OAuthErrorResponse, remedy: String?, status: Int, _ context: RequestContext
    ) -> HTTPResponse {
        let code = error.codes.first.map { "AADSTS\($0)" } ?? error.error
        let whole = error.description ?? error.error
        let plain = whole.firstRange(of: " Trace ID: ").map { String(whole[..<$0.lowerBound]) } ?? whole
        let text = plain.hasPrefix("\(code): ") ? String(plain.dropFirst(code.count + 2)) : plain
        let advice: HTML? = remedy.map { "<p class=\"lead\">\($0)</p>\n" }
        let back: HTML? = ErrorPageLink(context).map { link in
            "<p><a id=\"back-to-app\" href=\"\(exactly: link.address)\">Back to \(link.name)</a></p>\n"
        }
        let content: HTML = """
            \(advice)<p class="bad" role="alert"><span id="error-message">\(text)</span> \
            <span class="soft" id="error-code">\(code)</span></p>
            \(back)<details>
            <summary>Details for support</summary>
            <dl id="error-details">
            <dt>Error</dt><dd>\(code) (\(error.error))</dd>
            <dt>Request id</dt><dd>\(error.traceID ?? "")</dd>
            <dt>Correlation id</dt><dd>\(error.correlationID ?? "")</dd>
            <dt>Time</dt><dd>\(error.timestamp ?? "")</dd>
            </dl>
            <div class="actions"><button class="plain" type="button" id="copy-details" hidden>Copy</button></div>
            </details>
            """
        var page = Page(id: .error, title: "Sorry, that did not work", content: content, status: status)
        page.script = copying
        return page.response(random: context.random)
    }

    private static let copying: HTML = """
        const button=document.getElementById('copy-details');\
        button.hidden=!navigator.clipboard;button.onclick=()=>navigator.clipboard\
        .writeText(document.getElementById('error-details').innerText).then(()=>{button.textContent='Copied'})
        """
}

/// The app to which a page for errors leads back.
///
/// The address comes from the registration alone: a request could be an attacker's.
struct ErrorPageLink {
    let name: String
    let address: String

    /// Finds the app that a request names; nil if there is none, or no page of it is known.
    init?(_ context: RequestContext) {
        guard let parameters = try? context.query(), let id = parameters["client_id"],
            let client = context.directory.application(id)
        else { return nil }
        let requested = parameters["redirect_uri"] ?? ""
        let servers = client.redirectURIs.web + client.redirectURIs.singlePage
        let origin = servers.contains(requested) ? HTTPURL(requested).map { $0.origin + "/" } : nil
        guard let address = client.homePageURL ?? origin, HTTPURL(address) != nil else { return nil }
        name = client.displayName
        self.address = address
    }
}
