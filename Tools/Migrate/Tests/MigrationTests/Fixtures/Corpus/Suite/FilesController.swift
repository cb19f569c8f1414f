import ADAL
import UIKit

typealias TokenHandler = (ADAuthenticationResult) -> Void

class FilesController: UIViewController {
    let context = ADAuthenticationContext(authority: "https://login.microsoftonline.com/common", error: nil)!
    var handler: ADAuthenticationCallback?

    func open() {
        context.parentController = self
        context.acquireToken(
            withResource: "https://files.contoso.com", clientId: Settings.clientID, redirectUri: Settings.redirectURI,
            promptBehavior: AD_PROMPT_AUTO, userId: nil, extraQueryParameters: nil
        ) { result in
            self.handle(result: result)
            self.handler?(result)
        }
    }

    func force() {
        context.acquireToken(
            withResource: "https://files.contoso.com", clientId: Settings.clientID, redirectUri: Settings.redirectURI,
            promptBehavior: AD_FORCE_PROMPT, userId: "ada@contoso.com", extraQueryParameters: nil
        ) {
            if $0.status == AD_SUCCEEDED { self.show($0.accessToken!, of: $0.tokenCacheItem!.userInformation!.userId) }
        }
    }

    func handle(result: ADAuthenticationResult) {
        guard result.status == AD_SUCCEEDED else {
            switch result.error!.code {
            case ADErrorCode.ERROR_UI_USER_CANCEL.rawValue: print("cancelled")
            case ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue: print("page needed")
            default: print(result.error!.errorDetails ?? "")
            }
            if result.error?.code == ADErrorCode.ERROR_SERVER_WRONG_USER.rawValue { print("another user") }
            return
        }
        show(result.accessToken!, of: result.tokenCacheItem!.userInformation!.userId)
    }

    func show(_ token: String, of user: String) { print(token.count, user) }
}
