public import Foundation
import KeyfobBackport

/// The settings that all contexts of a process share. Set them before the first context is made.
#if canImport(ObjectiveC)
@objc(ADAuthenticationSettings)
#endif
public final class ADAuthenticationSettings: NSObject, Sendable {
    private struct State: Sendable {
        var requestTimeOut: Int32 = 300
        var expirationBuffer: UInt32 = 300
        var enableFullScreen = true
    }

    private static let instance = ADAuthenticationSettings()
    private let state = Mutex(State())

    private override init() { super.init() }

    /// The one instance.
    #if canImport(ObjectiveC)
    @objc(sharedInstance)
    #endif
    public static func sharedInstance() -> ADAuthenticationSettings { instance }

    /// Seconds that one HTTP exchange may take.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var requestTimeOut: Int32 {
        get { state.withLock { $0.requestTimeOut } }
        set { state.withLock { $0.requestTimeOut = newValue } }
    }

    /// Seconds before its expiry at which an access token is no longer returned.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var expirationBuffer: UInt32 {
        get { state.withLock { $0.expirationBuffer } }
        set { state.withLock { $0.expirationBuffer = newValue } }
    }

    /// Whether sign-in pages fill the screen. Has no effect on the system's browser.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var enableFullScreen: Bool {
        get { state.withLock { $0.enableFullScreen } }
        set { state.withLock { $0.enableFullScreen = newValue } }
    }

    /// The delegate that stores the cache of contexts that name none (macOS, Linux); nil keeps it in memory.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var defaultStorageDelegate: (any ADTokenCacheDelegate)? {
        get { ADTokenCache.defaultCache().delegate }
        set { ADTokenCache.defaultCache().setDelegate(newValue) }
    }

    /// The keychain group of contexts that name none, without the team's prefix.
    #if canImport(ObjectiveC)
    @objc(defaultKeychainGroup)
    #endif
    public func defaultKeychainGroup() -> String { ADKeychainGroup.shared.name }

    /// Sets the default group; nil means the app's own. Has no effect once a context or the default cache uses it.
    #if canImport(ObjectiveC)
    @objc(setDefaultKeychainGroup:)
    #endif
    public func setDefaultKeychainGroup(_ keychainGroup: String?) { ADKeychainGroup.shared.choose(keychainGroup) }

    /// The same group under its name in the guide to single sign-on, which no version of ADAL had.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var defaultKeychainSharingGroup: String? {
        get { ADKeychainGroup.shared.name }
        set { ADKeychainGroup.shared.choose(newValue) }
    }

    /// The same group under its name in ADAL 1.x and 2.0.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var sharedCacheKeychainGroup: String? {
        get { ADKeychainGroup.shared.name }
        set { ADKeychainGroup.shared.choose(newValue) }
    }
}
