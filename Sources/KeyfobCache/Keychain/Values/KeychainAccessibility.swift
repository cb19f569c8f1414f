/// When an item's value can be had (`kSecAttrAccessible`); given when the item is added, and never changed.
public enum KeychainAccessibility: String, Sendable, Hashable {
    /// `kSecAttrAccessibleWhenUnlocked`: Security.framework's own default.
    case whenUnlocked
    /// `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`
    case whenUnlockedThisDeviceOnly
    /// `kSecAttrAccessibleAfterFirstUnlock`
    case afterFirstUnlock
    /// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`: what IdentityCore gives each credential, and Keyfob too.
    case afterFirstUnlockThisDeviceOnly
}
