import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// A sign-in that the portal has begun: all of it derives from one cookie, which only the provider can make, so that
/// nothing is stored for a visitor who has not signed in.
struct PortalFlow: Sendable {
    private let ticket: PortalTicket

    /// Begins one with a client.
    ///
    /// - Throws: `OAuthError` 90033 if the provider has lost its key.
    init(_ purpose: PortalTicket.Purpose, clientID: String, _ context: RequestContext) throws(OAuthError) {
        ticket = try PortalTicket(purpose, clientID: clientID, context)
    }

    /// The one that a browser has begun; nil if there is none.
    init?(_ purpose: PortalTicket.Purpose, of context: RequestContext) {
        guard let ticket = PortalTicket(purpose, of: context) else { return nil }
        self.ticket = ticket
    }

    /// The cookie's value.
    var cookie: String { ticket.value }
    /// The client that signs in.
    var clientID: String { ticket.clientID }
    /// `nonce`
    var nonce: String { ticket.derived("nonce") }
    /// The verifier (RFC 7636 section 4.1).
    var verifier: Secret<String> { ticket.verifier }

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
        tenant: String, scope: String, state: [String], loginHint: String? = nil, prompt: String? = nil,
        _ context: RequestContext
    ) -> String {
        var parameters = FormParameters([
            ("client_id", clientID), ("response_type", "code"), ("redirect_uri", redirectURI(context)),
            ("scope", scope), ("state", self.state(state)), ("nonce", nonce),
            ("code_challenge", CodeVerifier(verifier.reveal())?.challenge ?? ""), ("code_challenge_method", "S256"),
        ])
        parameters.set("login_hint", ifPresent: loginHint)
        parameters.set("prompt", ifPresent: prompt)
        return "/\(PercentEncoding.encode(tenant))/oauth2/v2.0/authorize?\(parameters.encoded)"
    }

    /// Redeems a code.
    func redeem(_ code: String, tenant: String, _ context: RequestContext) async throws -> OwnRedemption {
        try await OwnRedemption(
            code: Secret(code), verifier: verifier, clientID: clientID, redirectURI: redirectURI(context),
            tenant: tenant, context)
    }

    private func redirectURI(_ context: RequestContext) -> String { context.origin + ticket.purpose.path }

    private func seal(_ text: String) -> String { ticket.derived("state|\(text)") }
}
