import Foundation

/// The parameters of a sign-out.
#if canImport(ObjectiveC)
@objc(MSALSignoutParameters)
@objcMembers
#endif
open class MSALSignoutParameters: MSALParameters {
    /// The settings of the sign-out page.
    open private(set) var webviewParameters: MSALWebviewParameters
    /// Whether the browser's session is ended too, at the provider's `end_session_endpoint`; false by default.
    open var signoutFromBrowser = false
    /// Whether everything that the shared store contains of the account is deleted, for every app and client; false by
    /// default. The other apps, including those in the background, then need the user to sign in again.
    open var wipeAccount = false
    /// Whether everything in the shared store is deleted, of every account; false by default.
    open var wipeCacheForAllAccounts = false
    /// Further parameters of the sign-out request.
    open var extraQueryParameters: [String: String]?

    /// Makes parameters of a sign-out whose page is shown by the user agent of the application's environment.
    public override init() {
        webviewParameters = MSALWebviewParameters()
        super.init()
    }

    /// Makes parameters.
    ///
    /// - Parameter webviewParameters: the settings of the sign-out page; copied.
    #if canImport(ObjectiveC)
    @objc(initWithWebviewParameters:)
    #endif
    public init(webviewParameters: MSALWebviewParameters) {
        self.webviewParameters = webviewParameters.duplicate()
        super.init()
    }
}
