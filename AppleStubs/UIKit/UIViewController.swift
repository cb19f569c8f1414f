// UIViewController.h, UINavigationController.h, UINavigationItem.h, UIBarButtonItem.h, UIAction.h, UIMenuElement.h,
// UIPresentationController.h. Of a delegate, the methods that an app implements are required here.
@_exported public import Foundation

public enum UIModalPresentationStyle: Int, Sendable {
    case automatic = -2
    case none = -1
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case currentContext = 3
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case popover = 7
}

// `@preconcurrency`, as the importer marks a class of Objective-C: apps in Swift 5 mode call such a class from other
// isolations without an error.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    open var view: UIView!
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    open var isModalInPresentation = false
    open private(set) var presentedViewController: UIViewController?
    open private(set) weak var presentingViewController: UIViewController?
    open private(set) var isBeingDismissed = false
    open private(set) var presentationController: UIPresentationController? = UIPresentationController()
    open private(set) var navigationItem = UINavigationItem()
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (@MainActor () -> Void)? = nil
    ) {
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
    }
    open func dismiss(animated flag: Bool, completion: (@MainActor () -> Void)? = nil) {
        guard let presenting = presentingViewController else { return }
        isBeingDismissed = true
        presenting.presentedViewController = nil
        presentingViewController = nil
        viewDidDisappear(flag)
        isBeingDismissed = false
    }
    open func viewDidDisappear(_ animated: Bool) {}
}

@MainActor
open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { viewControllers = [rootViewController] }
    open var viewControllers: [UIViewController]
    open override func viewDidDisappear(_ animated: Bool) { viewControllers.last?.viewDidDisappear(animated) }
}

@MainActor
open class UINavigationItem: NSObject {
    open var leftBarButtonItem: UIBarButtonItem?
}

@MainActor
open class UIBarItem: NSObject {}

@MainActor
open class UIBarButtonItem: UIBarItem {
    public enum SystemItem: Int, Sendable {
        case done = 0
        case cancel = 1
    }

    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init()
        self.primaryAction = primaryAction
    }
    open var primaryAction: UIAction?
}

@MainActor
open class UIMenuElement: NSObject {}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor
open class UIAction: UIMenuElement {
    public convenience init(title: String = "", handler: @escaping UIActionHandler) {
        self.init()
        self.handler = handler
    }
    private var handler: UIActionHandler?
    open func performWithSender(_ sender: Any?, target: Any?) { handler?(self) }
}

@MainActor
open class UIPresentationController: NSObject {
    weak open var delegate: (any UIAdaptivePresentationControllerDelegate)?
}

@MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}
