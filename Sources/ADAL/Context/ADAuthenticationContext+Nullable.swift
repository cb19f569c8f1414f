public import Foundation
import KeyfobCore

/// The calls with optional arguments: as apps wrote them before ADAL's headers said what may be nil (2.7.13 and 4.0.1), and
/// as Objective-C makes them, where nil must not end the app. A subclass overrides the others, which these call.
extension ADAuthenticationContext {
    /// Makes a context whose authority is validated, with the platform's cache and browser. No authority is error 100.
    public convenience init?(authority: String?, error: ADErrorPointer) {
        self.init(authority: authority ?? "", error: error)
    }

    /// Makes a context with the platform's cache and browser. No authority is error 100.
    public convenience init?(authority: String?, validateAuthority: Bool, error: ADErrorPointer) {
        self.init(authority: authority ?? "", validateAuthority: validateAuthority, error: error)
    }

    /// Makes a context whose authority is validated, with a keychain group that the suite shares. No authority is error
    /// 100.
    public convenience init?(authority: String?, sharedGroup: String?, error: ADErrorPointer) {
        self.init(authority: authority ?? "", sharedGroup: sharedGroup, error: error)
    }

    /// Makes a context with a keychain group that the suite shares. No authority is error 100.
    public convenience init?(
        authority: String?, validateAuthority: Bool, sharedGroup: String?, error: ADErrorPointer
    ) {
        self.init(
            authority: authority ?? "", validateAuthority: validateAuthority, sharedGroup: sharedGroup, error: error)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithResource:clientId:redirectUri:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(api: 118, resource: resource, clientID: clientId)
            return start(call, completionBlock)
        }
        acquireToken(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri,
            completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithResource:clientId:redirectUri:userId:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(api: 121, resource: resource, clientID: clientId, user: Self.identifier(userId))
            return start(call, completionBlock)
        }
        acquireToken(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri, userId: userId ?? "",
            completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithResource:clientId:redirectUri:userId:extraQueryParameters:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?,
        extraQueryParameters queryParams: String?, completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 124, resource: resource, clientID: clientId, user: Self.identifier(userId),
                extraQueryParameters: queryParams)
            return start(call, completionBlock)
        }
        acquireToken(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri, userId: userId,
            extraQueryParameters: queryParams, completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithResource:clientId:redirectUri:promptBehavior:userId:extraQueryParameters:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withResource resource: String?, clientId: String?, redirectUri: URL?, promptBehavior: ADPromptBehavior,
        userId: String?, extraQueryParameters queryParams: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 127, resource: resource, clientID: clientId, prompt: promptBehavior, user: Self.identifier(userId),
                extraQueryParameters: queryParams)
            return start(call, completionBlock)
        }
        acquireToken(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri,
            promptBehavior: promptBehavior, userId: userId, extraQueryParameters: queryParams,
            completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
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
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 130, resource: resource, clientID: clientId, prompt: promptBehavior, user: userId,
                extraQueryParameters: queryParams)
            return start(call, completionBlock)
        }
        acquireToken(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri,
            promptBehavior: promptBehavior, userIdentifier: userId, extraQueryParameters: queryParams,
            completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
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
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 133, resource: resource, clientID: clientId, prompt: promptBehavior, user: userId,
                extraQueryParameters: queryParams, claims: claims)
            return start(call, completionBlock)
        }
        acquireToken(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri,
            promptBehavior: promptBehavior, userIdentifier: userId, extraQueryParameters: queryParams, claims: claims,
            completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
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
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 138, kind: .interactive, resource: resource, clientID: clientId, prompt: promptBehavior,
                user: userId, extraQueryParameters: queryParams, claims: claims)
            return start(call, completionBlock)
        }
        acquireTokenInteractive(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri,
            promptBehavior: promptBehavior, userIdentifier: userId, extraQueryParameters: queryParams, claims: claims,
            completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithResource:clientId:redirectUri:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(api: 7, kind: .silent, resource: resource, clientID: clientId)
            return start(call, completionBlock)
        }
        acquireTokenSilent(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri,
            completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithResource:clientId:redirectUri:userId:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 8, kind: .silent, resource: resource, clientID: clientId, user: Self.identifier(userId))
            return start(call, completionBlock)
        }
        acquireTokenSilent(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri, userId: userId ?? "",
            completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithResource:clientId:redirectUri:userId:forceRefresh:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?, forceRefresh: Bool,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 9, kind: .silent, resource: resource, clientID: clientId, user: Self.identifier(userId),
                forceRefresh: forceRefresh)
            return start(call, completionBlock)
        }
        acquireTokenSilent(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri, userId: userId,
            forceRefresh: forceRefresh, completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithResource:clientId:redirectUri:userId:claims:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        withResource resource: String?, clientId: String?, redirectUri: URL?, userId: String?, claims: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 10, kind: .silent, resource: resource, clientID: clientId, user: Self.identifier(userId),
                claims: claims)
            return start(call, completionBlock)
        }
        acquireTokenSilent(
            withResource: resource ?? "", clientId: clientId ?? "", redirectUri: redirectUri, userId: userId,
            claims: claims, completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithRefreshToken:resource:clientId:redirectUri:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withRefreshToken refreshToken: String?, resource: String?, clientId: String?, redirectUri: URL?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 136, kind: .refreshToken(Secret(refreshToken ?? "")), resource: resource, clientID: clientId)
            return start(call, completionBlock)
        }
        acquireToken(
            withRefreshToken: refreshToken ?? "", resource: resource ?? "", clientId: clientId ?? "",
            redirectUri: redirectUri, completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithRefreshToken:resource:clientId:redirectUri:userId:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withRefreshToken refreshToken: String?, resource: String?, clientId: String?, redirectUri: URL?,
        userId: String?, completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        guard let redirectUri else {
            let call = ADCall(
                api: 137, kind: .refreshToken(Secret(refreshToken ?? "")), resource: resource, clientID: clientId,
                user: Self.identifier(userId))
            return start(call, completionBlock)
        }
        acquireToken(
            withRefreshToken: refreshToken ?? "", resource: resource ?? "", clientId: clientId ?? "",
            redirectUri: redirectUri, userId: userId ?? "", completionBlock: completionBlock)
    }

    /// The same with optional arguments: a nil that the call cannot do without is error 100.
    #if canImport(ObjectiveC)
    @objc(acquireTokenForAssertion:assertionType:resource:clientId:userId:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        forAssertion assertion: String?, assertionType: ADAssertionType, resource: String?, clientId: String?,
        userId: String?, completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        acquireToken(
            forAssertion: assertion ?? "", assertionType: assertionType, resource: resource ?? "",
            clientId: clientId ?? "", userId: userId, completionBlock: completionBlock)
    }

    /// The same with an optional URL, of which nil is not a broker's response.
    #if canImport(ObjectiveC)
    @objc(handleADALResponse:sourceApplication:)
    #endif
    @discardableResult
    public static func handleADALResponse(_ response: URL?, sourceApplication: String?) -> Bool {
        response.map { handleADALResponse($0, sourceApplication: sourceApplication) } ?? false
    }
}
