public import Foundation
import KeyfobCore

extension ADAuthenticationContext {
    /// Gets a token with the app's own refresh token, without any page, and stores it.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithRefreshToken:resource:clientId:redirectUri:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withRefreshToken refreshToken: String?, resource: String?, clientId: String?, redirectUri: URL?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 136, kind: .refreshToken(Secret(refreshToken ?? "")), resource: resource, clientID: clientId,
                redirectURI: redirectUri), completionBlock)
    }

    /// Gets a user's token with the app's own refresh token; another user's is error 204.
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithRefreshToken:resource:clientId:redirectUri:userId:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        withRefreshToken refreshToken: String?, resource: String?, clientId: String?, redirectUri: URL?,
        userId: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 137, kind: .refreshToken(Secret(refreshToken ?? "")), resource: resource, clientID: clientId,
                redirectURI: redirectUri, user: Self.identifier(userId)), completionBlock)
    }

    /// Gets a token from the caches, or else with a SAML assertion (its XML; RFC 7522).
    ///
    /// The completion block is called once, on any thread.
    #if canImport(ObjectiveC)
    @objc(acquireTokenForAssertion:assertionType:resource:clientId:userId:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        forAssertion assertion: String?, assertionType: ADAssertionType, resource: String?, clientId: String?,
        userId: String?,
        completionBlock: @escaping ADAuthenticationCallback
    ) {
        start(
            ADCall(
                api: 6, kind: .assertion(Secret(assertion ?? ""), assertionType), resource: resource,
                clientID: clientId, user: Self.identifier(userId)), completionBlock)
    }
}
