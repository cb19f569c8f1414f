import UIKit
import ADAL

class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
        return ADALAuthenticationContext.handleADALResponse(url, sourceApplication: options[.sourceApplication] as? String)
    }

    func application(_ app: UIApplication, open url: URL, sourceApplication: String?, annotation: Any) -> Bool {
        guard ADAuthenticationContext.isResponse(fromBroker: sourceApplication ?? "", response: url) else { return false }
        ADAuthenticationContext.handleBrokerResponse(url)
        return true
    }
}
