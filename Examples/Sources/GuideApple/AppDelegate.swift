#if canImport(UIKit)
import MSAL
import UIKit

/// An app delegate that forwards responses to MSAL (checked against stubs, never run).
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        MSALPublicClientApplication.handleMSALResponse(
            url, sourceApplication: options[UIApplication.OpenURLOptionsKey.sourceApplication] as? String)
    }
}
#endif
