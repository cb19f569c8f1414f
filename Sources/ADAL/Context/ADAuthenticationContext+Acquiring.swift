public import Foundation

extension ADAuthenticationContext {
    /// Gets a token: from the caches, or else from the sign-in page.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(withResource: resource, clientId: clientId, redirectUri: redirectUri, completionBlock: block)
        }
    }

    /// Gets a user's token: from the caches, or else from the sign-in page.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, userId: userId,
                completionBlock: block)
        }
    }

    /// Gets a user's token: from the caches, or else from the sign-in page with further parameters.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String?,
        extraQueryParameters queryParams: String?
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, userId: userId,
                extraQueryParameters: queryParams, completionBlock: block)
        }
    }

    /// Gets a user's token; the prompt behaviour selects whether the caches are used first.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, promptBehavior: ADPromptBehavior,
        userId: String?, extraQueryParameters queryParams: String?
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, promptBehavior: promptBehavior,
                userId: userId, extraQueryParameters: queryParams, completionBlock: block)
        }
    }

    /// Gets a token for the identified user; the prompt behaviour selects whether the caches are used first.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, promptBehavior: promptBehavior,
                userIdentifier: userId, extraQueryParameters: queryParams, completionBlock: block)
        }
    }

    /// Gets a token for the identified user, with claims, which bypass cached access tokens.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?, claims: String?
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireToken(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, promptBehavior: promptBehavior,
                userIdentifier: userId, extraQueryParameters: queryParams, claims: claims, completionBlock: block)
        }
    }

    /// Gets a token from the sign-in page, even if one is cached.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenInteractive(
        withResource resource: String, clientId: String, redirectUri: URL, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?, claims: String?
    ) async -> ADAuthenticationResult {
        await calling { block in
            acquireTokenInteractive(
                withResource: resource, clientId: clientId, redirectUri: redirectUri, promptBehavior: promptBehavior,
                userIdentifier: userId, extraQueryParameters: queryParams, claims: claims, completionBlock: block)
        }
    }
}
