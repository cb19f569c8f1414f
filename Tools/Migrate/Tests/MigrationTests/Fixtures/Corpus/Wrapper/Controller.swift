import ADAL
import UIKit

final class Controller: UIViewController {
    lazy var context: ADAuthenticationContext? = {
        let context = ADAuthenticationContext(authority: "https://login.microsoftonline.com/common", error: nil)
        context?.credentialsType = AD_CREDENTIALS_EMBEDDED
        context?.parentController = self
        return context
    }()

    func signIn() {
        context?.acquireToken(
            withResource: "https://graph.microsoft.com", clientId: "aaaaaaaa-0000-4000-8000-000000000004",
            redirectUri: URL(string: "x-msauth-wrapper://com.contoso.wrapper")!, promptBehavior: AD_PROMPT_REFRESH_SESSION,
            userId: nil, extraQueryParameters: "prompt_hint=1"
        ) { [weak self] (result: ADAuthenticationResult) -> Void in
            switch (result.status) {
            case AD_SUCCEEDED: self?.show(result.accessToken ?? "")
            case AD_FAILED, AD_USER_CANCELLED: self?.show(result.error?.localizedDescription ?? "")
            default: break
            }
        }
    }

    func show(_ text: String) { print(text) }
}
