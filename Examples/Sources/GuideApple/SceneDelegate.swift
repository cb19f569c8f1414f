#if canImport(UIKit)
import MSAL
import UIKit

/// A scene delegate that forwards responses to MSAL, for apps with scenes (checked against stubs, never run).
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        guard let urlContext = URLContexts.first else { return }
        let url = urlContext.url
        let sourceApp = urlContext.options.sourceApplication
        MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: sourceApp)
    }
}
#endif
