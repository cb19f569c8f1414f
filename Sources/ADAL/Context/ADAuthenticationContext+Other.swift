public import Foundation
import KeyfobCore

extension ADAuthenticationContext {
    /// Gets a token with the app's own refresh token, without any page, and stores it.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withRefreshToken refreshToken: String?, resource: String?, clientId: String?, redirectUri: URL?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 136, kind: .refreshToken(Secret(refreshToken ?? "")), resource: resource, clientID: clientId,
                redirectURI: redirectUri))
    }

    /// Gets a user's token with the app's own refresh token; another user's is error 204.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withRefreshToken refreshToken: String?, resource: String?, clientId: String?, redirectUri: URL?, userId: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 137, kind: .refreshToken(Secret(refreshToken ?? "")), resource: resource, clientID: clientId,
                redirectURI: redirectUri, user: Self.identifier(userId)))
    }

    /// Gets a token from the caches, or else with a SAML assertion (its XML; RFC 7522).
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        forAssertion assertion: String?, assertionType: ADAssertionType, resource: String?, clientId: String?,
        userId: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 6, kind: .assertion(Secret(assertion ?? ""), assertionType), resource: resource,
                clientID: clientId, user: Self.identifier(userId)))
    }
}
