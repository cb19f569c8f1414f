/// When an item's value can be read (`kSecAttrAccessible`); set when the item is added, and never changed.
package enum KeychainAccessibility: String, Sendable, Hashable {
    /// `kSecAttrAccessibleWhenUnlocked`: the default of Security.framework.
    case whenUnlocked
    /// `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`
    case whenUnlockedThisDeviceOnly
    /// `kSecAttrAccessibleAfterFirstUnlock`
    case afterFirstUnlock
    /// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`: the accessibility of IdentityCore's and Keyfob's
    /// credentials.
    case afterFirstUnlockThisDeviceOnly
}
