package import KeyfobCore

/// An item of a keychain: its attributes, and the encrypted value.
package struct KeychainItem: Sendable, Hashable {
    /// `kSecClass`
    package var itemClass: KeychainItemClass
    /// `kSecAttrAccessGroup`, with its prefix; nil in a new item means the app's default group.
    package var accessGroup: String?
    /// `kSecAttrAccount`; of a key `kSecAttrApplicationTag`, in UTF-8
    package var account: String?
    /// `kSecAttrService`
    package var service: String?
    /// `kSecAttrGeneric`
    package var generic: [UInt8]?
    /// `kSecAttrType`; of a symmetric key `kSecAttrKeyType`
    package var type: UInt32?
    /// `kSecAttrCreator`
    package var creator: UInt32?
    /// `kSecAttrLabel`
    package var label: String?
    /// `kSecAttrAccessible`
    package var accessibility: KeychainAccessibility?
    /// `kSecValueData`
    package var value: Secret<[UInt8]>

    /// Makes an item.
    package init(
        itemClass: KeychainItemClass = .genericPassword, accessGroup: String? = nil, account: String? = nil,
        service: String? = nil, generic: [UInt8]? = nil, type: UInt32? = nil, creator: UInt32? = nil,
        label: String? = nil, accessibility: KeychainAccessibility? = nil, value: Secret<[UInt8]>
    ) {
        self.itemClass = itemClass
        self.accessGroup = accessGroup
        self.account = account
        self.service = service
        self.generic = generic
        self.type = type
        self.creator = creator
        self.label = label
        self.accessibility = accessibility
        self.value = value
    }
}

/// The class of an item (`kSecClass`).
package enum KeychainItemClass: String, Sendable, Hashable, CaseIterable {
    /// `kSecClassGenericPassword`: every credential.
    case genericPassword
    /// `kSecClassKey`: the key for proof of possession.
    case key
}

/// When an item's value can be read (`kSecAttrAccessible`); set when the item is added, and never changed.
package enum KeychainAccessibility: String, Sendable, Hashable, CaseIterable {
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
