import ADAL
import UIKit

/// With types and pointers that say that nothing is nil, as before ADAL's headers said what may be.
final class Legacy: UIViewController {
    let authority = "https://login.microsoftonline.com/common"
    var kept: String?

    func promptLogin() {
        let clientID = "aaaaaaaa-0000-4000-8000-000000000006"
        let redirectURI: NSURL = NSURL(string: "x-msauth-legacy://com.contoso.legacy")!
        var failure: ADAuthenticationError? = nil
        let context: ADAuthenticationContext! = ADAuthenticationContext(authority: authority, error: &failure)
        let other: ADAuthenticationContext = ADAuthenticationContext(authority: authority, error: nil)!
        context.acquireToken(withResource: "https://files.contoso.com", clientId: clientID, redirectUri: redirectURI as URL, completionBlock: { (result) in
            if result.error != nil { print("failed") }
            if result.accessToken != nil { self.kept = result.accessToken }
        })
        print(other)
    }

    func finish(_ done: @escaping (String?, Error?) -> Void) {
        let context = ADAuthenticationContext(authority: authority + "/", error: nil)
        context!.acquireToken(
            withResource: "https://files.contoso.com", clientId: "aaaaaaaa-0000-4000-8000-000000000006",
            redirectUri: URL(string: "x-msauth-legacy://com.contoso.legacy")!
        ) { result in
            if (result.status != AD_SUCCEEDED) {
                done(nil, result.error)
            } else {
                done(result.accessToken, nil)
            }
        }
    }
}
