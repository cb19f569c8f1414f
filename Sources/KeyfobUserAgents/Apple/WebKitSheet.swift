#if canImport(UIKit) && canImport(WebKit)
package import UIKit
import WebKit

/// A sign-in page over an app's view controller, with a Cancel button. Compiled and tested against stubs, never run.
@MainActor
package enum WebKitSheet {
    /// Makes the renderer of one sign-in.
    ///
    /// However the page is closed, the sign-in ends: by the button, by a swipe, or by the app. Its cookies are deleted
    /// with it.
    package static func renderer(
        over parent: UIViewController, style: UIModalPresentationStyle
    ) -> WebKitPageRenderer {
        let sheet = SheetController()
        let renderer = WebKitPageRenderer(
            present: { sheet.show($0, over: parent, style: style) }, dismiss: { _ in sheet.hide() })
        sheet.closed = { [weak renderer] in renderer?.cancel() }
        return renderer
    }
}

/// The controller of the page, in a navigation controller of its own, which has the button.
@MainActor
private final class SheetController: UIViewController, UIAdaptivePresentationControllerDelegate {
    var closed: (() -> Void)?
    private var frame: UINavigationController?

    func show(_ page: WKWebView, over parent: UIViewController, style: UIModalPresentationStyle) {
        view = page
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .cancel, primaryAction: UIAction { [weak self] _ in self?.closed?() })
        let frame = UINavigationController(rootViewController: self)
        frame.modalPresentationStyle = style
        // A swipe by mistake would lose what the user has entered.
        frame.isModalInPresentation = true
        frame.presentationController?.delegate = self
        self.frame = frame
        parent.present(frame, animated: true)
    }

    func hide() {
        frame?.dismiss(animated: true)
        frame = nil
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { closed?() }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // Not when another page covers this one.
        if frame?.isBeingDismissed == true { closed?() }
    }
}
#endif
