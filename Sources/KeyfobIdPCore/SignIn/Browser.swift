import KeyfobCore
import KeyfobCrypto
package import KeyfobOAuth

/// The browser that sent a request, by its cookies.
struct Browser: Sendable {
    /// SHA-256 of the binding cookie.
    let hash: [UInt8]
    /// The binding cookie to be set, if the browser has none yet.
    let newCookie: String?
    /// SHA-256 of the session cookie, if there is one.
    let sessionHash: [UInt8]?

    init(_ context: RequestContext) {
        let known = Cookies.value(Cookies.browser, in: context.request).flatMap { $0.utf8.count == 43 ? $0 : nil }
        let value = known ?? context.random.token()
        newCookie = known == nil ? value : nil
        hash = TokenHash.of(value)
        sessionHash = Cookies.value(Cookies.session, in: context.request).map(TokenHash.of)
    }
}

/// The hash under which codes, tokens and cookies are stored: each has 256 random bits, so a plain hash is enough.
package enum TokenHash {
    /// SHA-256 of the value.
    package static func of(_ token: String) -> [UInt8] { Digest.sha256(Array(token.utf8)) }
}

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
