#if canImport(UIKit) && canImport(WebKit)
import Foundation
import KeyfobBackport
public import UIKit

extension ADAuthenticationSettings {
    private static let presentationStyle = Mutex<UIModalPresentationStyle?>(nil)

    /// The presentation style of a page over the `parentController` of a context: the value that was set, or the full
    /// screen, or a sheet if `enableFullScreen` was turned off.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var webviewPresentationStyle: UIModalPresentationStyle {
        get { Self.presentationStyle.withLock { $0 } ?? (enableFullScreen ? .fullScreen : .formSheet) }
        set { Self.presentationStyle.withLock { $0 = newValue } }
    }
}
#endif
