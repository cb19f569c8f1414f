import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// A sign-in that the portal has begun: all of it derives from one cookie, so that nothing is stored for a visitor who has
/// not signed in.
struct PortalFlow: Sendable {
    /// The cookie's value.
    let cookie: String
    /// What the sign-in is for, so that no response to one purpose serves another.
    let purpose: Purpose

    /// The purpose of a sign-in.
    enum Purpose: String { case signIn, trial }

    /// Begins one.
    init(_ purpose: Purpose, random: any RandomSource) {
        cookie = random.token(byteCount: 32)
        self.purpose = purpose
    }

    /// The one that a browser has begun; nil if there is none.
    init?(_ purpose: Purpose, of request: HTTPRequest) {
        guard let cookie = PortalCookie.flow.value(in: request) else { return nil }
        self.cookie = cookie
        self.purpose = purpose
    }

    /// `nonce`
    var nonce: String { derived("nonce") }
    /// The verifier (RFC 7636 section 4.1).
    var verifier: Secret<String> { Secret(derived("verifier")) }

    /// `state`, which also carries what the portal needs to know at the return.
    func state(_ values: [String]) -> String {
        let text = values.map(PercentEncoding.encode).joined(separator: "|")
        return "\(seal(text)).\(text)"
    }

    /// The values of a state of this browser's sign-in; nil if it is another's.
    func values(of state: String) -> [String]? {
        let parts = state.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, ConstantTime.equal(parts[0], seal(parts[1])) else { return nil }
        return parts[1].split(separator: "|", omittingEmptySubsequences: false).compactMap {
            PercentEncoding.decode($0)
        }
    }

    /// The address of the authorization endpoint with a request for a code.
    func authorization(
        clientID: String, tenant: String, path: String, scope: String, state: [String], loginHint: String? = nil,
        prompt: String? = nil, _ context: RequestContext
    ) -> String {
        var parameters = FormParameters([
            ("client_id", clientID), ("response_type", "code"), ("redirect_uri", context.origin + path),
            ("scope", scope), ("state", self.state(state)), ("nonce", nonce),
            ("code_challenge", CodeVerifier(verifier.reveal())?.challenge ?? ""), ("code_challenge_method", "S256"),
        ])
        parameters.set("login_hint", ifPresent: loginHint)
        parameters.set("prompt", ifPresent: prompt)
        return "/\(PercentEncoding.encode(tenant))/oauth2/v2.0/authorize?\(parameters.encoded)"
    }

    private func seal(_ text: String) -> String { derived("state|\(text)") }

    private func derived(_ name: String) -> String {
        PortalCookie.derived("\(purpose.rawValue)|\(name)", from: cookie)
    }
}
