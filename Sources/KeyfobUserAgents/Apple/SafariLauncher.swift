#if (canImport(SafariServices) && os(iOS)) || KEYFOB_APPLE_STUBS
import Foundation
public import KeyfobCore
public import SafariServices
import UIKit

/// Shows the page in `SFSafariViewController`, whose cookies are the app's own; with ``CallbackUserAgent`` and the
/// app's ``RedirectInbox`` it makes a user agent. Compiled against stubs, never run.
///
/// ```swift
/// let launcher = SafariLauncher(present: { root.present($0, animated: true) }, dismiss: { $0.dismiss(animated: true) })
/// let userAgent = CallbackUserAgent(inbox: inbox, browser: launcher, dismiss: { await launcher.close() })
/// ```
public final class SafariLauncher: BrowserLauncher {
    private let present: @MainActor @Sendable (SFSafariViewController) -> Void
    private let dismiss: @MainActor @Sendable (SFSafariViewController) -> Void
    @MainActor private var shown: (controller: SFSafariViewController, delegate: Delegate)?

    /// Makes the launcher.
    ///
    /// - Parameters:
    ///   - present: shows the controller in the app.
    ///   - dismiss: dismisses it.
    public init(
        present: @escaping @MainActor @Sendable (SFSafariViewController) -> Void,
        dismiss: @escaping @MainActor @Sendable (SFSafariViewController) -> Void
    ) {
        self.present = present
        self.dismiss = dismiss
    }

    /// Shows the address until the user closes the page or ``close()`` is called.
    ///
    /// - Throws: ``AuthError`` with code `userCanceled` if the user closed the page, `userAgentUnavailable` if the
    ///   address cannot be shown.
    public func open(_ url: HTTPURL) async throws(AuthError) {
        guard let address = URL(string: url.description) else {
            throw AuthError(.userAgentUnavailable, origin: .userAgent, message: "The address is malformed.")
        }
        guard await show(address) == .closedByUser else { return }
        throw AuthError(
            .userCanceled, origin: .userAgent, message: "The user closed the sign-in page.",
            remedy: "Start the sign-in again if the user still wants to.")
    }

    /// Closes the page.
    @MainActor
    public func close() {
        guard let (controller, delegate) = shown else { return }
        shown = nil
        dismiss(controller)
        delegate.end(.closedByApp)
    }

    @MainActor
    private func show(_ address: URL) async -> Delegate.Outcome {
        await withCheckedContinuation { continuation in
            let controller = SFSafariViewController(url: address)
            let delegate = Delegate { continuation.resume(returning: $0) }
            controller.delegate = delegate
            shown = (controller, delegate)
            present(controller)
            // Set after `present`, in which the app chooses the style; a swipe does not call the delegate above.
            controller.presentationController?.delegate = delegate
        }
    }

    @MainActor
    private final class Delegate: NSObject, SFSafariViewControllerDelegate,
        UIAdaptivePresentationControllerDelegate
    {
        enum Outcome: Sendable { case closedByUser, closedByApp }

        private var resume: ((Outcome) -> Void)?

        init(resume: @escaping (Outcome) -> Void) { self.resume = resume }

        func safariViewControllerDidFinish(_ controller: SFSafariViewController) { end(.closedByUser) }

        func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
            end(.closedByUser)
        }

        func end(_ ending: Outcome) {
            resume?(ending)
            resume = nil
        }
    }
}
#endif
