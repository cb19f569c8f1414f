import ADAL
import UIKit

/// A view controller that does everything itself, as in a first app.
class ViewController: UIViewController {
    let clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    let graph = "https://graph.microsoft.com"
    let authority = "https://login.microsoftonline.com/common"
    let redirectURI = URL(string: "x-msauth-quickstart://com.contoso.quickstart")
    var applicationContext: ADALAuthenticationContext?
    var label: UILabel!

    func load() {
        var error: ADALAuthenticationError?
        self.applicationContext = ADALAuthenticationContext(authority: authority, error: &error)
        self.applicationContext?.credentialsType = AD_CREDENTIALS_AUTO
        if let error = error { show("no context: \(error.localizedDescription)") }
    }

    func acquireToken(completion: @escaping (_ success: Bool) -> Void) {
        guard let applicationContext = self.applicationContext else { return }
        guard let redirectURI = redirectURI else { return }
        applicationContext.acquireToken(withResource: graph, clientId: clientID, redirectUri: redirectURI) { (result) in
            if (result.status != AD_SUCCEEDED) {
                if let error = result.error {
                    if error.domain == ADAuthenticationErrorDomain,
                        error.code == ADALErrorCode.AD_ERROR_UNEXPECTED.rawValue {
                        self.show("unexpected: \(error.description), \(error.errorDetails ?? "no details")")
                    } else {
                        self.show(error.description)
                    }
                }
                completion(false)
            } else {
                self.show("token \(String(describing: result.accessToken))")
                completion(true)
            }
        }
    }

    func acquireTokenSilently(completion: @escaping (_ success: Bool) -> Void) {
        guard let applicationContext = self.applicationContext, let redirectURI = redirectURI else { return }
        applicationContext.acquireTokenSilent(withResource: graph, clientId: clientID, redirectUri: redirectURI) { (result) in
            guard result.status == AD_SUCCEEDED, let token = result.accessToken else {
                if result.error?.domain == ADAuthenticationErrorDomain
                    && result.error?.code == ADALErrorCode.AD_ERROR_SERVER_USER_INPUT_NEEDED.rawValue {
                    DispatchQueue.main.async { self.acquireToken(completion: completion) }
                } else {
                    self.show("failed: \(result.error!.description)")
                    completion(false)
                }
                return
            }
            self.show("token \(token) until \(result.tokenCacheItem?.expiresOn ?? Date())")
            completion(true)
        }
    }

    func currentUser() -> String? {
        guard let items = ADALKeychainTokenCache.defaultKeychain().allItems(nil) else { return nil }
        for (_, item) in items.enumerated() {
            if let name = item.userInformation?.userId { return name }
        }
        return items.first?.userInformation?.userId
    }

    func signOut() {
        guard let user = currentUser() else { return }
        ADALKeychainTokenCache.defaultKeychain().removeAll(forUserId: user, clientId: clientID, error: nil)
        show("signed out \(user)")
    }

    func show(_ text: String) {
        DispatchQueue.main.async { self.label.text = text }
    }
}
