import UIKit
import ADAL

class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
        return ADALAuthenticationContext.handleADALResponse(url, sourceApplication: options[.sourceApplication] as? String)
    }
}
