/// Apple's platforms, as far as their keychains have different default groups.
package enum KeychainPlatform: Sendable, Hashable, CaseIterable {
    /// iOS, iPadOS, visionOS.
    case iOS
    /// macOS.
    case macOS

    /// The platform of this build; iOS on other platforms.
    package static var current: KeychainPlatform {
        #if os(macOS)
        .macOS
        #else
        .iOS
        #endif
    }

    /// MSAL's default group, without its prefix.
    package var standardGroup: String {
        switch self {
        case .iOS: "com.microsoft.adalcache"
        case .macOS: "com.microsoft.identity.universalstorage"
        }
    }
}
