import Foundation

/// What to ask a person for.
#if canImport(ObjectiveC)
@objc(MSALInteractiveTokenParameters)
@objcMembers
#endif
public final class MSALInteractiveTokenParameters: MSALTokenParameters {
    /// What must be shown; the identity provider decides by default.
    public var promptType = MSALPromptType.default
    /// The name to fill in for the person; an account's own name wins.
    public var loginHint: String?
    /// The domain to send the person to directly (`domain_hint`).
    public var domainHint: String?
    /// Scopes, of other resources too, to put on the consent page with the others; the token does not get them.
    public var extraScopesToConsent: [String]?
    /// What shows the page.
    public let webviewParameters: MSALWebviewParameters
    /// Which method of signing in the page shall offer first.
    public var preferredAuthMethod = MSALPreferredAuthMethod.none

    /// Makes parameters.
    ///
    /// - Parameters:
    ///   - scopes: those that the access token must have.
    ///   - webviewParameters: what shows the page; copied.
    #if canImport(ObjectiveC)
    @objc(initWithScopes:webviewParameters:)
    #endif
    public init(scopes: [String], webviewParameters: MSALWebviewParameters) {
        self.webviewParameters = webviewParameters.duplicate()
        super.init(scopes: scopes)
    }
}
