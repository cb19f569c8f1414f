package import KeyfobCore
import KeyfobCrypto
package import KeyfobOAuth

/// The proof that this provider's portal began a sign-in in a browser: the value of a cookie, which only the provider
/// can make. The authorization endpoint accepts the portal's own redirect URIs with it alone.
package struct PortalTicket: Sendable {
    /// What a sign-in is for.
    package enum Purpose: String, Sendable, CaseIterable {
        /// The portal's own sign-in.
        case signIn
        /// A sign-in that an administrator tries with a client.
        case trial

        /// The path of the redirect URI.
        package var path: String { self == .signIn ? "/portal/signed-in" : "/portal/try/result" }
    }

    /// The name of the cookie. Its prefix is explained at the portal's own cookies.
    package static let cookie = "__Host-keyfob-portal-flow"

    package let purpose: Purpose
    package let clientID: String
    /// The cookie's value: `RANDOM.PURPOSE.CLIENT.MAC`.
    package let value: String

    /// Begins a sign-in.
    ///
    /// - Throws: ``OAuthError`` 90033 if the provider has lost its key.
    package init(_ purpose: Purpose, clientID: String, _ context: RequestContext) throws(OAuthError) {
        self.purpose = purpose
        self.clientID = clientID
        let body = "\(context.random.token(byteCount: 32)).\(purpose.rawValue).\(clientID)"
        value = "\(body).\(Self.mac(body, try context.deviceAuthority()))"
    }

    /// The ticket of a request's browser; nil if it has none.
    package init?(_ purpose: Purpose, of context: RequestContext) {
        guard let value = Cookies.value(Self.cookie, in: context.request), value.utf8.count <= 512,
            let authority = try? context.deviceAuthority()
        else { return nil }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[1] == purpose.rawValue,
            ConstantTime.equal(parts[3], Self.mac(parts[..<3].joined(separator: "."), authority))
        else { return nil }
        self.purpose = purpose
        clientID = parts[2]
        self.value = value
    }

    /// A value that only a holder of the ticket can compute, different for each name.
    package func derived(_ name: String) -> String {
        Base64URL.encode(
            HMACSHA256.authenticate(Array("\(purpose.rawValue)|\(name)".utf8), key: Array(value.utf8)))
    }

    /// The verifier of the sign-in (RFC 7636 section 4.1).
    package var verifier: Secret<String> { Secret(derived("verifier")) }

    /// Whether a request is the one that the portal sent this browser to make.
    func began(_ request: AuthorizationRequest) -> Bool {
        guard request.responseType == "code", request.challengeMethod == .s256, let challenge = request.codeChallenge,
            clientID.utf8.elementsEqual(request.clientID.utf8)
        else { return false }
        return CodeVerifier.matches(verifier: verifier.reveal(), challenge: challenge, method: .s256)
    }

    private static func mac(_ body: String, _ authority: DeviceAuthority) -> String {
        Base64URL.encode(HMACSHA256.authenticate(Array("portal|\(body)".utf8), key: authority.nonceKey))
    }
}
