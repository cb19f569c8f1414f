import Foundation
import KeyfobClient
import KeyfobCore

/// How far a sign-out goes, read from MSAL's parameters when the call is made.
struct SignoutRequest: Sendable {
    let account: Account
    let parameters: SignOutParameters

    /// - Throws: an error of ``MSALErrorDomain``, internal code -42403, if the browser is asked for and there is nothing
    ///   to show its page with.
    init(
        _ account: MSALAccount, _ given: MSALSignoutParameters, of application: MSALPublicClientApplication,
        session: InteractiveSession
    ) throws {
        self.account = account.core
        var parameters = SignOutParameters(
            fromBrowser: given.signoutFromBrowser, wipesAccount: given.wipeAccount,
            wipesAllAccounts: given.wipeCacheForAllAccounts)
        parameters.extraQueryParameters = given.extraQueryParameters ?? [:]
        if given.signoutFromBrowser {
            parameters.userAgent = SessionUserAgent(
                base: try WebviewTranslation.userAgent(given.webviewParameters, of: application), session: session)
        }
        self.parameters = parameters
    }
}
