public import KeyfobCore

/// An item of a keychain: its attributes, and the encrypted value.
public struct KeychainItem: Sendable, Hashable {
    /// `kSecClass`
    public var itemClass: KeychainItemClass
    /// `kSecAttrAccessGroup`, with its prefix; nil in a new item means the app's default group.
    public var accessGroup: String?
    /// `kSecAttrAccount`; of a key `kSecAttrApplicationTag`, in UTF-8
    public var account: String?
    /// `kSecAttrService`
    public var service: String?
    /// `kSecAttrGeneric`
    public var generic: [UInt8]?
    /// `kSecAttrType`; of a symmetric key `kSecAttrKeyType`
    public var type: UInt32?
    /// `kSecAttrCreator`
    public var creator: UInt32?
    /// `kSecAttrLabel`
    public var label: String?
    /// `kSecAttrAccessible`
    public var accessibility: KeychainAccessibility?
    /// `kSecValueData`
    public var value: Secret<[UInt8]>

    /// Makes an item.
    public init(
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
