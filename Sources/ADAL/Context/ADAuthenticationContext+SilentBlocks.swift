public import Foundation

extension ADAuthenticationContext {
    /// Gets a token without any page; error 200 means that a user must sign in.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithResource:clientId:redirectUri:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 7, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri),
            completionBlock)
    }

    /// Gets a user's token without any page; error 200 means that the user must sign in.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithResource:clientId:redirectUri:userId:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 8, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId)), completionBlock)
    }

    /// Gets a user's token without any page, and can bypass cached access tokens.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithResource:clientId:redirectUri:userId:forceRefresh:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?, forceRefresh: Bool,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 9, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), forceRefresh: forceRefresh), completionBlock)
    }

    /// Gets a user's token without any page, with claims, which bypass cached access tokens.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithResource:clientId:redirectUri:userId:claims:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?, claims: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 10, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), claims: claims), completionBlock)
    }
}
