import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The portal's two cookies.
///
/// The prefix `__Host-` makes browsers insist on Secure, path `/` and no domain, so that no neighbouring host can put
/// an administrator into another session; a path of `/portal` would exclude it. Requests from other sites send them
/// only for navigations (`SameSite=Lax`), which change nothing.
enum PortalCookie: String {
    /// The session.
    case session = "__Host-keyfob-portal"
    /// A sign-in that has begun: a `PortalTicket`.
    case flow = "__Host-keyfob-portal-flow"

    /// The value of the session in a request: 43 characters of base64url.
    func value(in request: HTTPRequest) -> String? {
        Cookies.value(rawValue, in: request).flatMap { $0.utf8.count == 43 ? $0 : nil }
    }

    /// Sets it until the browser closes.
    func set(_ value: String, in response: inout HTTPResponse) {
        response.fields.append("Set-Cookie", "\(rawValue)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax")
    }

    /// Removes it.
    func clear(in response: inout HTTPResponse) {
        response.fields.append("Set-Cookie", "\(rawValue)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax")
    }

    /// A value that only someone with the cookie can compute, different for each purpose.
    static func derived(_ purpose: String, from value: String) -> String {
        Base64URL.encode(HMACSHA256.authenticate(Array(purpose.utf8), key: Array(value.utf8)))
    }
}
