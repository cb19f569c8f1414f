package import KeyfobCore
package import KeyfobIdPModel
package import KeyfobOAuth

/// The redemption of a code by the portal, without a request to the token endpoint: by the same rules, with the same
/// policies, and in the same log. Only a code for a redirect URI of the portal can be redeemed so, and only so.
package struct OwnRedemption: Sendable {
    /// The user in the issuing tenant.
    package let user: User
    /// The user who signed in: another object for a guest.
    package let home: User
    /// The access that the user has authorized.
    package let access: AuthorizedAccess
    /// The tokens.
    package let tokens: TokenResponse

    /// Redeems a code.
    ///
    /// - Parameters:
    ///   - code: the code.
    ///   - verifier: the verifier of the request (RFC 7636 section 4.1).
    ///   - clientID: the client.
    ///   - redirectURI: the redirect URI of the request.
    ///   - tenant: the tenant segment of the request.
    /// - Throws: ``OAuthError`` if it cannot be redeemed, or the store's error.
    package init(
        code: Secret<String>, verifier: Secret<String>, clientID: String, redirectURI: String, tenant: String,
        _ context: RequestContext
    ) async throws {
        let request = TokenRequest(
            grant: .authorizationCode(code: code, redirectURI: redirectURI, verifier: verifier), clientID: clientID)
        let grant = try GrantRequest.checked(request, at: tenant.lowercased(), isOfPortal: true, context)
        do {
            let (issued, refreshToken) = try await grant.issue(context) { try grant.redeem(context, $0) }
            user = issued.subject.user
            home = issued.subject.home
            access = issued.subject.access
            tokens = try TokenIssuer(context: context, client: grant.client)
                .response(for: issued, refreshToken: refreshToken, to: grant)
        } catch let wanted as DeviceWanted {
            throw wanted.error
        }
    }
}
