import Foundation
import KeyfobClient
import KeyfobCore

/// How far a sign-out goes, read from MSAL's parameters when the call is made.
struct SignoutRequest: Sendable {
    let account: Account
    let parameters: SignOutParameters
    let correlationID = UUID()

    /// What keeps the browser's page from being shown keeps nothing else from being done: it is told where the page would
    /// be, after the account was removed.
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

    /// With a page that cannot be shown.
    func obstructed(by error: any Error) -> SignOutParameters {
        var parameters = parameters
        parameters.userAgent = ObstructedUserAgent(error: error)
        return parameters
    }
}
