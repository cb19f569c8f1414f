public import Foundation

extension ADAuthenticationContext {
    /// Gets a token: from the caches, or else from the sign-in page.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 118, resource: resource, clientID: clientId, redirectURI: redirectUri))
    }

    /// Gets a user's token: from the caches, or else from the sign-in page.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 121, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId)))
    }

    /// Gets a user's token: from the caches, or else from the sign-in page with further parameters.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?,
        extraQueryParameters queryParams: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 124, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), extraQueryParameters: queryParams))
    }

    /// Gets a user's token; the prompt behaviour selects whether the caches are used first.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userId: String?, extraQueryParameters queryParams: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 127, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: Self.identifier(userId), extraQueryParameters: queryParams))
    }

    /// Gets a token for the identified user; the prompt behaviour selects whether the caches are used first.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 130, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: userId, extraQueryParameters: queryParams))
    }

    /// Gets a token for the identified user, with claims, which bypass cached access tokens.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?, claims: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 133, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: userId, extraQueryParameters: queryParams, claims: claims))
    }

    /// Gets a token from the sign-in page, even if one is cached.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenInteractive(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?, claims: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 138, kind: .interactive, resource: resource, clientID: clientId, redirectURI: redirectUri,
                prompt: promptBehavior, user: userId, extraQueryParameters: queryParams, claims: claims))
    }
}
