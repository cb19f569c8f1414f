public import Foundation

extension ADAuthenticationContext {
    /// Gets a token with the app's own refresh token, without any page, and stores it.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withRefreshToken refreshToken: String, resource: String, clientId: String, redirectUri: URL
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(
                withRefreshToken: refreshToken, resource: resource, clientId: clientId, redirectUri: redirectUri,
                completionBlock: block)
        }
    }

    /// Gets a user's token with the app's own refresh token; another user's is error 204.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withRefreshToken refreshToken: String, resource: String, clientId: String, redirectUri: URL, userId: String
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(
                withRefreshToken: refreshToken, resource: resource, clientId: clientId, redirectUri: redirectUri,
                userId: userId, completionBlock: block)
        }
    }

    /// Gets a token from the caches, or else with a SAML assertion (its XML; RFC 7522).
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        forAssertion assertion: String, assertionType: ADAssertionType, resource: String, clientId: String,
        userId: String?
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(
                forAssertion: assertion, assertionType: assertionType, resource: resource, clientId: clientId,
                userId: userId, completionBlock: block)
        }
    }
}
