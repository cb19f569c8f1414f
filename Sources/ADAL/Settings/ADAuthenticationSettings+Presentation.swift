#if canImport(UIKit) && canImport(WebKit)
import Foundation
import Synchronization
public import UIKit

extension ADAuthenticationSettings {
    private static let presentationStyle = Mutex<UIModalPresentationStyle?>(nil)

    /// How a page is presented over the `parentController` of a context: what was set, or the full screen, or a sheet if
    /// `enableFullScreen` was turned off.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var webviewPresentationStyle: UIModalPresentationStyle {
        get { Self.presentationStyle.withLock { $0 } ?? (enableFullScreen ? .fullScreen : .formSheet) }
        set { Self.presentationStyle.withLock { $0 = newValue } }
    }
}
#endif
