import ADAL
import AppKit

/// A Mac app: no keychain cache, pages over a window.
final class MailWindow: NSViewController {
    let clientID = "aaaaaaaa-0000-4000-8000-000000000007"
    let redirectURI = URL(string: "x-msauth-mail://com.contoso.mail")!
    var context: ADAuthenticationContext?

    func open() {
        context = ADAuthenticationContext(authority: "https://login.microsoftonline.com/common", error: nil)
        context?.acquireToken(
            withResource: "https://outlook.office.com", clientId: clientID, redirectUri: redirectURI,
            promptBehavior: AD_PROMPT_ALWAYS, userId: nil, extraQueryParameters: nil
        ) { result in
            if result.status == AD_SUCCEEDED { print(result.accessToken ?? "") }
        }
    }

    func refresh() {
        context?.acquireToken(withResource: "https://outlook.office.com", clientId: clientID, redirectUri: redirectURI) {
            print($0.tokenCacheItem?.userInformation?.eMail ?? "", $0.error?.code ?? 0)
        }
    }
}
