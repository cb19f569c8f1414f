// UIApplication.h. The delegate's methods are optional there; here what an app implements is required, so that one with
// another signature is an error.
@_exported public import Foundation

@MainActor
open class UIApplication: UIResponder {
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let sourceApplication = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    }

    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    // Unavailable to application extensions, which may contain this package; here to everything.
    @available(*, unavailable, message: "not in application extensions")
    open class var shared: UIApplication { UIApplication() }
    open var connectedScenes: Set<UIScene> { [] }
    unowned(unsafe) open var delegate: (any UIApplicationDelegate)?
    open func canOpenURL(_ url: URL) -> Bool { false }
    @available(*, unavailable, message: "not in application extensions")
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { false }

    nonisolated public static let didFinishLaunchingNotification = NSNotification.Name("didFinishLaunching")
    nonisolated public static let willResignActiveNotification = NSNotification.Name("willResignActive")
    nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("didEnterBackground")
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name("willEnterForeground")
    nonisolated public static let didBecomeActiveNotification = NSNotification.Name("didBecomeActive")
}

@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
}
