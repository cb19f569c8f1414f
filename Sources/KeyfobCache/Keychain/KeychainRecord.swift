package import KeyfobCore

/// The keychain item of an entity, without the access group: key and value.
package struct KeychainRecord: Sendable, Hashable {
    /// The item's key.
    package let key: KeychainItemKey
    /// `kSecAttrCreator`; only a broker's items have one.
    package let creator: UInt32?
    /// The entity's JSON, in UTF-8.
    package let value: Secret<[UInt8]>

    init(key: KeychainItemKey, creator: UInt32? = nil, json: [String: JSONValue]) {
        self.key = key
        self.creator = creator
        value = Secret(JSONValue.object(json).bytes())
    }

    /// The item in an access group.
    package func item(accessGroup: String) -> KeychainItem {
        KeychainItem(
            accessGroup: accessGroup, account: key.account, service: key.service,
            generic: key.generic.map { Array($0.utf8) }, type: key.type?.rawValue, creator: creator,
            accessibility: .afterFirstUnlockThisDeviceOnly, value: value)
    }
}
