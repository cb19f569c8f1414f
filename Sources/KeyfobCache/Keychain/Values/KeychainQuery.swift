package import KeyfobCore

/// A query for the items whose attributes equal those that are not nil.
package struct KeychainQuery: Sendable, Hashable {
    /// `kSecClass`
    package var itemClass: KeychainItemClass
    /// `kSecAttrAccessGroup`, with its prefix; nil means every group of the app.
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

    /// Makes a query.
    package init(
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
    package func matches(_ item: KeychainItem) -> Bool {
        item.itemClass == itemClass && (accessGroup == nil || item.accessGroup == accessGroup)
            && (account == nil || item.account == account) && (service == nil || item.service == service)
            && (generic == nil || item.generic == generic) && (type == nil || item.type == type)
            && (creator == nil || item.creator == creator)
    }
}

/// The attributes that an update changes; nil leaves an attribute unchanged.
package struct KeychainChange: Sendable, Hashable {
    /// `kSecAttrGeneric`
    package var generic: [UInt8]?
    /// `kSecValueData`
    package var value: Secret<[UInt8]>?

    /// Makes a change.
    package init(generic: [UInt8]? = nil, value: Secret<[UInt8]>?) {
        self.generic = generic
        self.value = value
    }
}
