/// A response of the window's server: it must not be cached or disclosed to other sites, only the window's own page may
/// frame it, and no script runs in it.
struct WindowResponse: Sendable, Hashable {
    var status: Int
    var fields: [String] = []
    var html = ""
    /// Whether the window's own page may show it in its frame.
    var isFramed = false

    static func page(_ html: String) -> WindowResponse { WindowResponse(status: 200, html: html) }

    static func framed(_ html: String) -> WindowResponse {
        WindowResponse(status: 200, html: html, isFramed: true)
    }

    static func redirect(to path: String, settingCookie cookie: String? = nil) -> WindowResponse {
        var response = WindowResponse(status: 303, fields: ["Location: \(path)"])
        if let cookie { response.fields.append("Set-Cookie: \(cookie)") }
        return response
    }

    static func refused(_ status: Int, _ text: String) -> WindowResponse {
        WindowResponse(status: status, html: plain("This was refused", text))
    }

    static let ended = WindowResponse(
        status: 200, html: plain("You can go back to the app", "The broker is done here. You can close this window."))

    private static func plain(_ title: String, _ text: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>\(title)</title></head>
        <body data-page="broker-done"><main><h1>\(title)</h1><p>\(text)</p></main></body></html>

        """
    }

    private static let reasons = [
        200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 409: "Conflict", 421: "Misdirected Request",
    ]

    var bytes: [UInt8] {
        let body = Array(html.utf8)
        let head =
            [
                "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Refused")", "Content-Type: text/html; charset=utf-8",
                "Content-Length: \(body.count)", "Cache-Control: no-store", "Connection: close",
                "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
                    + "base-uri 'none'; frame-src \(isFramed ? "'none'" : "'self'"); "
                    + "frame-ancestors \(isFramed ? "'self'" : "'none'"); sandbox \(WindowFrame.allowed)",
                "X-Frame-Options: \(isFramed ? "SAMEORIGIN" : "DENY")", "X-Content-Type-Options: nosniff",
                "Referrer-Policy: same-origin",
                "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
            ] + fields
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
