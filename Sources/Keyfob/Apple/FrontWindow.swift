#if (os(iOS) || os(macOS)) && canImport(AuthenticationServices)
import AuthenticationServices
#if os(iOS)
import UIKit
#else
import AppKit
#endif

/// The window that is in front, over which the system shows what is another program's.
@MainActor
enum FrontWindow {
    /// It, or a window that is not on the screen where the app has none; the system then shows nothing and says so.
    static func current() -> ASPresentationAnchor {
        #if os(iOS)
        let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
        return windows.first { $0.isKeyWindow } ?? windows.first ?? ASPresentationAnchor()
        #else
        return NSApplication.shared.keyWindow ?? NSApplication.shared.mainWindow ?? ASPresentationAnchor()
        #endif
    }
}
#endif
