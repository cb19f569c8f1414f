package import KeyfobOAuth

/// The provider's two cookies. The prefix `__Host-` makes browsers insist on Secure, path `/` and no domain, so that no
/// neighbouring host can set them.
///
/// Requests from other sites contain them (`SameSite=None`), for a page's silent request in a frame and a response by
/// `form_post`. That alone gives no access: every form needs the flow token of its page, which no other site can read,
/// no page is shown in a frame, and codes are sent to registered addresses only. Another site can sign a browser out,
/// which a link does too.
package enum Cookies {
    /// Identifies the session of a browser.
    package static let session = "__Host-ESTSAUTH"
    /// Binds the pages of a sign-in to the browser that began it.
    static let browser = "__Host-esctx"

    /// The value of a cookie in a request; nil if it is missing or given twice.
    package static func value(_ name: String, in request: HTTPRequest) -> String? {
        var found: String?
        for field in request.fields.all("Cookie") {
            for part in field.split(separator: ";") {
                let halves = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
                guard halves.count == 2, halves[0] == name else { continue }
                if found != nil { return nil }
                found = halves[1]
            }
        }
        return found
    }

    /// The field that sets a cookie, for so many seconds, or until the browser closes.
    static func set(_ name: String, _ value: String, seconds: Int64? = nil, in response: inout HTTPResponse) {
        let age = seconds.map { "Max-Age=\($0); " } ?? ""
        response.fields.append("Set-Cookie", "\(name)=\(value); Path=/; \(age)Secure; HttpOnly; SameSite=None")
    }

    /// The field that removes a cookie.
    static func clear(_ name: String, in response: inout HTTPResponse) {
        response.fields.append("Set-Cookie", "\(name)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=None")
    }
}
