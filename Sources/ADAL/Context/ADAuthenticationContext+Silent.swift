public import Foundation

extension ADAuthenticationContext {
    /// Gets a token without any page; error 200 means that a user must sign in.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenSilent(
        withResource resource: String, clientId: String, redirectUri: URL
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireTokenSilent(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, completionBlock: block)
        }
    }

    /// Gets a user's token without any page; error 200 means that the user must sign in.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenSilent(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireTokenSilent(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, userId: userId,
                completionBlock: block)
        }
    }

    /// Gets a user's token without any page, and can bypass cached access tokens.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenSilent(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String?, forceRefresh: Bool
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireTokenSilent(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, userId: userId,
                forceRefresh: forceRefresh, completionBlock: block)
        }
    }

    /// Gets a user's token without any page, with claims, which bypass cached access tokens.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenSilent(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String?, claims: String?
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireTokenSilent(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, userId: userId, claims: claims,
                completionBlock: block)
        }
    }
}
