/// The families of Apple's platforms whose keychains differ in what an app's group is called.
public enum KeychainPlatform: Sendable, Hashable, CaseIterable {
    /// iOS, iPadOS, visionOS.
    case iOS
    /// macOS.
    case macOS

    /// The one this was compiled for; iOS elsewhere.
    public static var current: KeychainPlatform {
        #if os(macOS)
        .macOS
        #else
        .iOS
        #endif
    }

    /// The group that MSAL uses if an app names none, without its prefix.
    public var standardGroup: String {
        switch self {
        case .iOS: "com.microsoft.adalcache"
        case .macOS: "com.microsoft.identity.universalstorage"
        }
    }
}
