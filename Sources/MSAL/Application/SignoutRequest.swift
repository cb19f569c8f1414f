import Foundation
import KeyfobClient
import KeyfobCore

/// The extent of a sign-out, read from MSAL's parameters when the call is made.
struct SignoutRequest: Sendable {
    let account: Account
    let parameters: SignOutParameters
    let correlationID = UUID()

    /// If the page cannot be shown, the sign-out does everything else: the user agent throws the error after the
    /// account was removed.
    init(
        _ account: MSALAccount, _ given: MSALSignoutParameters, of application: MSALPublicClientApplication,
        session: InteractiveSession
    ) {
        self.account = account.core
        var parameters = SignOutParameters(
            fromBrowser: given.signoutFromBrowser, wipesAccount: given.wipeAccount,
            wipesAllAccounts: given.wipeCacheForAllAccounts)
        parameters.extraQueryParameters = given.extraQueryParameters ?? [:]
        parameters.correlationID = correlationID.uuidString.lowercased()
        if given.signoutFromBrowser {
            parameters.userAgent = ObstructedUserAgent.unless {
                SessionUserAgent(
                    base: try WebviewTranslation.userAgent(given.webviewParameters, of: application), session: session)
            }
        }
        self.parameters = parameters
    }

    /// The parameters with a page that cannot be shown.
    func obstructed(by error: any Error) -> SignOutParameters {
        var parameters = parameters
        parameters.userAgent = ObstructedUserAgent(error: error)
        return parameters
    }
}
