import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

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
