public import KeyfobCore

/// The keychain item of an entity, without the access group: key and value.
public struct KeychainRecord: Sendable, Hashable {
    /// The item's key.
    public let key: KeychainItemKey
    /// `kSecAttrCreator`; only a broker's items have one.
    public let creator: UInt32?
    /// The entity's JSON, in UTF-8.
    public let value: Secret<[UInt8]>

    init(key: KeychainItemKey, creator: UInt32? = nil, json: [String: JSONValue]) {
        self.key = key
        self.creator = creator
        value = Secret(JSONValue.object(json).bytes())
    }

    /// The item in an access group.
    public func item(accessGroup: String) -> KeychainItem {
        KeychainItem(
            accessGroup: accessGroup, account: key.account, service: key.service,
            generic: key.generic.map { Array($0.utf8) }, type: key.type?.rawValue, creator: creator,
            accessibility: .afterFirstUnlockThisDeviceOnly, value: value)
    }
}
