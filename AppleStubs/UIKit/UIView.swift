// UIResponder.h, UIView.h, UIWindow.h
@_exported public import Foundation

@MainActor
open class UIResponder: NSObject {
    nonisolated public override init() {}
}

@MainActor
open class UIView: UIResponder {
    open var window: UIWindow? { nil }
}

@MainActor
open class UIWindow: UIView {
    open var rootViewController: UIViewController?
    open var isKeyWindow: Bool { false }
}
