public import Foundation

extension ADAuthenticationContext {
    /// Gets a token without any page; error 200 means that a user must sign in.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 7, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri))
    }

    /// Gets a user's token without any page; error 200 means that the user must sign in.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 8, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId)))
    }

    /// Gets a user's token without any page, and can bypass cached access tokens.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?, forceRefresh: Bool
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 9, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), forceRefresh: forceRefresh))
    }

    /// Gets a user's token without any page, with claims, which bypass cached access tokens.
    ///
    /// - Returns: the token, or the error; see `docs/adal.md` for the codes.
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?, claims: String?
    ) async -> ADAuthenticationResult {
        await perform(
            ADCall(
                api: 10, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), claims: claims))
    }
}
