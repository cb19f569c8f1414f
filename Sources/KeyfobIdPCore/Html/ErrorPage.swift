import KeyfobCore
import KeyfobOAuth

/// The page for errors that are never sent to a redirect URI.
enum ErrorPage {
    static func response(
        _ error: OAuthErrorResponse, remedy: String?, status: Int, _ context: RequestContext
    ) -> HTTPResponse {
        let code = error.codes.first.map { "AADSTS\($0)" } ?? error.error
        let whole = error.description ?? error.error
        let plain = whole.range(of: " Trace ID: ").map { String(whole[..<$0.lowerBound]) } ?? whole
        let text = plain.hasPrefix("\(code): ") ? String(plain.dropFirst(code.count + 2)) : plain
        let advice: HTML? = remedy.map { "<p>\($0)</p>" }
        let content: HTML = """
            <p class="bad" role="alert" id="error-message">\(text)</p>
            \(advice)
            <dl>
            <dt>Error</dt><dd><span id="error-code">\(code)</span> (\(error.error))</dd>
            <dt>Request id</dt><dd>\(error.traceID ?? "")</dd>
            <dt>Correlation id</dt><dd>\(error.correlationID ?? "")</dd>
            <dt>Time</dt><dd>\(error.timestamp ?? "")</dd>
            </dl>
            """
        let page = Page(id: .error, title: "Sorry, that did not work", content: content, status: status)
        return page.response(random: context.random)
    }
}

extension String {
    /// The range of the first occurrence of a text.
    fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
