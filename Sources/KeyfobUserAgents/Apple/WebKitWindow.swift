#if os(macOS) && canImport(AppKit) && canImport(WebKit)
package import AppKit
import WebKit

/// A sign-in page in a window of its own, which the user can close. Compiled against stubs, never run.
@MainActor
package enum WebKitWindow {
    /// Makes the renderer of one sign-in. If the window is closed, the sign-in ends. Its cookies are deleted with it.
    package static func renderer(over parent: NSViewController) -> WebKitPageRenderer {
        let controller = WindowController()
        let renderer = WebKitPageRenderer(
            present: { controller.show($0, over: parent.view.window) }, dismiss: { _ in controller.hide() })
        controller.closed = { [weak renderer] in renderer?.cancel() }
        return renderer
    }
}

@MainActor
private final class WindowController: NSObject, NSWindowDelegate {
    /// Wide and high enough for the pages of the Microsoft identity platform without scrolling.
    private static let size = NSSize(width: 480, height: 680)

    var closed: (() -> Void)?
    private var window: NSWindow?

    func show(_ page: WKWebView, over parent: NSWindow?) {
        let window = NSWindow(
            contentRect: NSRect(origin: .zero, size: Self.size), styleMask: [.titled, .closable, .resizable],
            backing: .buffered, defer: false)
        // This object owns it.
        window.isReleasedWhenClosed = false
        window.title = "Sign in"
        window.contentView = page
        window.delegate = self
        self.window = window
        if let parent {
            window.setFrameOrigin(
                NSPoint(
                    x: parent.frame.midX - window.frame.width / 2, y: parent.frame.midY - window.frame.height / 2))
        } else {
            window.center()
        }
        window.makeKeyAndOrderFront(nil)
    }

    func hide() {
        window?.delegate = nil
        window?.close()
        window = nil
    }

    func windowWillClose(_ notification: Notification) { closed?() }
}
#endif
