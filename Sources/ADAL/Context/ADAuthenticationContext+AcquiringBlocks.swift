public import Foundation

extension ADAuthenticationContext {
    /// Gets a token: from the caches, or else from the sign-in page.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithResource:clientId:redirectUri:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 118, resource: resource, clientID: clientId, redirectURI: redirectUri), completionBlock)
    }

    /// Gets a user's token: from the caches, or else from the sign-in page.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithResource:clientId:redirectUri:userId:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 121, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId)), completionBlock)
    }

    /// Gets a user's token: from the caches, or else from the sign-in page with further parameters.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithResource:clientId:redirectUri:userId:extraQueryParameters:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?,
        extraQueryParameters queryParams: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 124, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), extraQueryParameters: queryParams), completionBlock)
    }

    /// Gets a user's token; the prompt behaviour selects whether the caches are used first.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithResource:clientId:redirectUri:promptBehavior:userId:extraQueryParameters:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userId: String?, extraQueryParameters queryParams: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 127, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: Self.identifier(userId), extraQueryParameters: queryParams), completionBlock)
    }

    /// Gets a token for the identified user; the prompt behaviour selects whether the caches are used first.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(
        acquireTokenWithResource:clientId:redirectUri:promptBehavior:userIdentifier:extraQueryParameters:
        completionBlock:
    )
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 130, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: userId, extraQueryParameters: queryParams), completionBlock)
    }

    /// Gets a token for the identified user, with claims, which bypass cached access tokens.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(
        acquireTokenWithResource:clientId:redirectUri:promptBehavior:userIdentifier:extraQueryParameters:claims:
        completionBlock:
    )
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?, claims: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 133, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: userId, extraQueryParameters: queryParams, claims: claims), completionBlock)
    }

    /// Gets a token from the sign-in page, even if one is cached.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(
        acquireTokenInteractiveWithResource:clientId:redirectUri:promptBehavior:userIdentifier:extraQueryParameters:
        claims:completionBlock:
    )
    #endif
    @preconcurrency
    public func acquireTokenInteractive(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?, claims: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 138, kind: .interactive, resource: resource, clientID: clientId, redirectURI: redirectUri,
                prompt: promptBehavior, user: userId, extraQueryParameters: queryParams, claims: claims),
            completionBlock)
    }
}
