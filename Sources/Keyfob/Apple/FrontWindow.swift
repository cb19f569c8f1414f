#if (os(iOS) || os(macOS) || os(visionOS)) && canImport(AuthenticationServices)
import AuthenticationServices
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The front window, over which the system shows pages of other processes.
@MainActor
enum FrontWindow {
    /// The front window. If the app has none, a window that is not on the screen, so that the system reports an error.
    static func current() -> ASPresentationAnchor {
        #if canImport(UIKit)
        let scenes = SharedApplication.current?.connectedScenes ?? []
        let windows = scenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
        return windows.first { $0.isKeyWindow } ?? windows.first ?? ASPresentationAnchor()
        #else
        return NSApplication.shared.keyWindow ?? NSApplication.shared.mainWindow ?? ASPresentationAnchor()
        #endif
    }
}
#endif
