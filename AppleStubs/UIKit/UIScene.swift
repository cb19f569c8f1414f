// UIScene.h, UIOpenURLContext.h, UISceneOptions.h, UIWindowScene.h. As in UIApplication.swift, an optional method that an
// app implements is required here.
@_exported public import Foundation

@MainActor
open class UIScene: UIResponder {
    @MainActor
    open class OpenURLOptions: NSObject {
        open var sourceApplication: String? { nil }
    }
}

@MainActor
open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { [] }
}

@MainActor
open class UIOpenURLContext: NSObject {
    open var url: URL { URL(fileURLWithPath: "/") }
    open var options: UIScene.OpenURLOptions { UIScene.OpenURLOptions() }
}

@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {}
