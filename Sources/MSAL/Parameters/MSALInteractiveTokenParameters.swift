import Foundation

/// The parameters of an interactive request for a token.
#if canImport(ObjectiveC)
@objc(MSALInteractiveTokenParameters)
@objcMembers
#endif
open class MSALInteractiveTokenParameters: MSALTokenParameters {
    /// The page that must be shown; the identity provider decides by default.
    open var promptType = MSALPromptType.default
    /// The user name to fill in; the name of ``MSALTokenParameters/account`` takes precedence.
    open var loginHint: String?
    /// The domain to send the user to directly (`domain_hint`).
    open var domainHint: String?
    /// Further scopes, also of other resources, for the consent page; the token does not contain them.
    open var extraScopesToConsent: [String]?
    /// The settings of the page.
    open private(set) var webviewParameters: MSALWebviewParameters
    /// The authentication method that the page shall offer first.
    open var preferredAuthMethod = MSALPreferredAuthMethod.none

    /// Makes parameters.
    ///
    /// - Parameters:
    ///   - scopes: the scopes that the access token must have.
    ///   - webviewParameters: the settings of the page; copied.
    #if canImport(ObjectiveC)
    @objc(initWithScopes:webviewParameters:)
    #endif
    public init(scopes: [String], webviewParameters: MSALWebviewParameters) {
        self.webviewParameters = webviewParameters.duplicate()
        super.init(scopes: scopes)
    }
}

/// The page that an interactive sign-in must show (`prompt`, OpenID Connect Core section 3.1.2.1).
#if canImport(ObjectiveC)
@objc(MSALPromptType)
#endif
public enum MSALPromptType: UInt, Sendable {
    /// The user chooses an account (`select_account`).
    case selectAccount
    /// The user enters credentials again (`login`).
    case login
    /// The user sees the consent page again (`consent`).
    case consent
    /// The user creates an account (`create`).
    case create
    /// The identity provider decides; nothing is sent.
    case promptIfNecessary
}

extension MSALPromptType {
    /// ``promptIfNecessary``
    public static var `default`: MSALPromptType { .promptIfNecessary }
}
