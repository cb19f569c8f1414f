import KeyfobCore
import KeyfobFlows

/// The page that the browser shows after the redirect: without script, external resources or any content of the
/// request.
struct ResultPage: Sendable, Hashable {
    let status: Int
    let title: String
    let text: String
    /// The error's code, and the next step.
    var code: String?
    var remedy: String?

    /// Makes the page for the end of a sign-in or sign-out.
    init(_ outcome: PageOutcome, app: String?) {
        switch outcome {
        case .signedIn: self = .signedIn(app)
        case .signedOut:
            self.init(
                status: 200, title: "You are signed out",
                text: "You can close this window and go back to \(app ?? "the app").")
        case .failed(let error):
            self.init(status: 200, title: "Sign-in did not finish", text: error.message)
            code = error.server?.error ?? error.code.rawValue
            remedy = error.remedy ?? "Close this window, and start again in \(app ?? "the app")."
        }
    }

    private init(status: Int, title: String, text: String) {
        self.status = status
        self.title = title
        self.text = text
    }

    static func signedIn(_ app: String?) -> ResultPage {
        ResultPage(
            status: 200, title: "You are signed in",
            text: "You can close this window and go back to \(app ?? "the app").")
    }
    static let notSignedIn = ResultPage(
        status: 200, title: "Sign-in did not finish",
        text: "The app has the reason. You can close this window and go back to it.")
    static let foreign = ResultPage(
        status: 400, title: "This response was not requested",
        text: "The app did not start this sign-in, so it ignores the response. If you were signing in, go back to "
            + "the page you came from and try again there.")
    static let foreignUser = ResultPage(
        status: 403, title: "This is another user's sign-in",
        text: "Only a program of the user who started the sign-in can finish it.")
    static let notFound = ResultPage(
        status: 404, title: "Nothing is here", text: "This address only waits for a sign-in to finish.")
    static let wrongMethod = ResultPage(
        status: 405, title: "Only GET is supported", text: "This address only waits for a sign-in to finish.")
    static let wrongHost = ResultPage(
        status: 421, title: "This is another host", text: "The request names another host than this one.")

    static func refused(status: Int, reason: String) -> ResultPage {
        ResultPage(status: status, title: "The request was refused", text: reason)
    }

    /// The whole response, including the head.
    func bytes() -> [UInt8] {
        let body = Array(html.utf8)
        var fields = [
            "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Refused")",
            "Content-Type: text/html; charset=utf-8",
            "Content-Length: \(body.count)",
            "Cache-Control: no-store",
            "Connection: close",
            "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            // The address of this page contains the authorization code, which no link or load may send on.
            "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
        ]
        if status == 405 { fields.append("Allow: GET") }
        return Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    private var html: String {
        PageDocument(brand: nil, id: "sign-in-result", title: title, content: content, style: .app).html.text
    }

    private var content: HTML {
        let reason: HTML? = code.map { "<p>Error: <code>\($0)</code></p>\n" }
        let step: HTML? = remedy.map { "<p>\($0)</p>\n" }
        return "<p>\(text)</p>\n\(reason)\(step)"
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        421: "Misdirected Request",
        431: "Request Header Fields Too Large", 505: "HTTP Version Not Supported",
    ]
}
