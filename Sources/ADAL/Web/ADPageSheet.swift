#if canImport(UIKit) && canImport(WebKit)
import KeyfobFlows
import KeyfobUserAgents
import UIKit
import WebKit

/// A page over an app's view controller. Compiled against stubs, never run.
@MainActor
enum ADPageSheet {
    static func renderer(over parent: UIViewController) -> any PageRenderer {
        let sheet = UIViewController()
        sheet.modalPresentationStyle = ADAuthenticationSettings.sharedInstance().webviewPresentationStyle
        return WebKitPageRenderer(
            present: { view in
                sheet.view = view
                parent.present(sheet, animated: true)
            },
            dismiss: { _ in sheet.dismiss(animated: true) })
    }
}
#endif
