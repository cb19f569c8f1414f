/// A query for the items whose attributes equal those that are not nil.
public struct KeychainQuery: Sendable, Hashable {
    /// `kSecClass`
    public var itemClass: KeychainItemClass
    /// `kSecAttrAccessGroup`, with its prefix; nil means every group of the app.
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

    /// Makes a query.
    public init(
        itemClass: KeychainItemClass = .genericPassword, accessGroup: String? = nil, account: String? = nil,
        service: String? = nil, generic: [UInt8]? = nil, type: UInt32? = nil, creator: UInt32? = nil
    ) {
        self.itemClass = itemClass
        self.accessGroup = accessGroup
        self.account = account
        self.service = service
        self.generic = generic
        self.type = type
        self.creator = creator
    }

    /// Whether an item matches.
    public func matches(_ item: KeychainItem) -> Bool {
        item.itemClass == itemClass && (accessGroup == nil || item.accessGroup == accessGroup)
            && (account == nil || item.account == account) && (service == nil || item.service == service)
            && (generic == nil || item.generic == generic) && (type == nil || item.type == type)
            && (creator == nil || item.creator == creator)
    }
}
