public import Foundation
import Synchronization

#if canImport(UIKit) && canImport(WebKit)
public import UIKit
#endif

/// The settings that all contexts of a process share. Set them before the first context is made.
#if canImport(ObjectiveC)
@objc(ADAuthenticationSettings)
#endif
// What changes is in a mutex; a subclass is responsible for its own properties.
open class ADAuthenticationSettings: NSObject, @unchecked Sendable {
    private struct State: Sendable {
        var requestTimeOut: Int32 = 300
        var expirationBuffer: UInt32 = 300
        var enableFullScreen = true
        #if canImport(UIKit) && canImport(WebKit)
        var presentationStyle: UIModalPresentationStyle?
        #endif
    }

    private static let instance = ADAuthenticationSettings()
    private let state = Mutex(State())

    /// Makes settings that no context uses; ``sharedInstance()`` is the instance that they use.
    public override init() { super.init() }

    /// The one instance.
    #if canImport(ObjectiveC)
    @objc(sharedInstance)
    #endif
    open class func sharedInstance() -> ADAuthenticationSettings { instance }

    /// Seconds that one HTTP exchange may take.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var requestTimeOut: Int32 {
        get { state.withLock { $0.requestTimeOut } }
        set { state.withLock { $0.requestTimeOut = newValue } }
    }

    /// Seconds before its expiry at which an access token is no longer returned.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var expirationBuffer: UInt32 {
        get { state.withLock { $0.expirationBuffer } }
        set { state.withLock { $0.expirationBuffer = newValue } }
    }

    /// Whether sign-in pages fill the screen. Has no effect on the system's browser.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var enableFullScreen: Bool {
        get { state.withLock { $0.enableFullScreen } }
        set { state.withLock { $0.enableFullScreen = newValue } }
    }

    #if canImport(UIKit) && canImport(WebKit)
    /// The presentation style of a page over the `parentController` of a context: the value that was set, or the full
    /// screen, or a sheet if `enableFullScreen` was turned off.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var webviewPresentationStyle: UIModalPresentationStyle {
        get {
            state.withLock { state in
                state.presentationStyle ?? (state.enableFullScreen ? .fullScreen : .formSheet)
            }
        }
        set { state.withLock { $0.presentationStyle = newValue } }
    }
    #endif

    /// The delegate that stores the cache of contexts that name none (macOS, Linux); nil keeps it in memory.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var defaultStorageDelegate: (any ADTokenCacheDelegate)? {
        get { ADTokenCache.default().delegate }
        set { ADTokenCache.default().setDelegate(newValue) }
    }

    /// The keychain group of contexts that name none, without the team's prefix.
    #if canImport(ObjectiveC)
    @objc(defaultKeychainGroup)
    #endif
    open func defaultKeychainGroup() -> String { ADKeychainGroup.shared.name }

    /// Sets the default group; nil means the app's own. Has no effect once a context or the default cache uses it.
    #if canImport(ObjectiveC)
    @objc(setDefaultKeychainGroup:)
    #endif
    open func setDefaultKeychainGroup(_ keychainGroup: String?) { ADKeychainGroup.shared.choose(keychainGroup) }

    /// The same group under its name in the guide to single sign-on, which no version of ADAL had.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var defaultKeychainSharingGroup: String? {
        get { ADKeychainGroup.shared.name }
        set { ADKeychainGroup.shared.choose(newValue) }
    }

    /// The same group under its name in ADAL 1.x and 2.0.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var sharedCacheKeychainGroup: String? {
        get { ADKeychainGroup.shared.name }
        set { ADKeychainGroup.shared.choose(newValue) }
    }
}
