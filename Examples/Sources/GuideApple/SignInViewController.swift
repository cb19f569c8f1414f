#if canImport(UIKit)
import MSAL
import UIKit

/// The calls of the guide with a UIKit type, where the page is shown (checked against stubs, never run).
final class SignInViewController: UIViewController {
    func signIn(to application: MSALPublicClientApplication, scopes: [String]) {
        let webviewParameters = MSALWebviewParameters(authPresentationViewController: self)
        webviewParameters.webviewType = .wkWebView
        let parameters = MSALInteractiveTokenParameters(scopes: scopes, webviewParameters: webviewParameters)
        parameters.promptType = .selectAccount
        application.acquireToken(with: parameters) { (result, error) in
            guard let result = result, error == nil else { return }
            _ = result.accessToken
            _ = result.account.identifier
        }
    }

    func signOut(_ account: MSALAccount, of application: MSALPublicClientApplication) {
        let parameters = MSALSignoutParameters(
            webviewParameters: MSALWebviewParameters(authPresentationViewController: self))
        parameters.signoutFromBrowser = true
        application.signout(with: account, signoutParameters: parameters) { (_, _) in }
    }
}
#endif
