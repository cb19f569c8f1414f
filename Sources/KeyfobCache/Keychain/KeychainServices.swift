/// A keychain: Security.framework's four functions for items, over plain values.
///
/// The operating system restricts access to the access groups in the app's entitlements. Every call is atomic and
/// durable when it returns; there are no transactions of several calls.
package protocol KeychainServices: Sendable {
    /// Adds an item (`SecItemAdd`).
    ///
    /// - Parameter item: a nil access group means the app's default one.
    /// - Returns: the item as it is stored, with its access group.
    /// - Throws: ``KeychainStatus/duplicateItem`` if the group has an item with the same account and service, whatever
    ///   its type; ``KeychainStatus/missingEntitlement`` if the app has no access to the group;
    ///   ``KeychainStatus/interactionNotAllowed`` while the device is locked.
    @discardableResult
    func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem

    /// Changes all matching items (`SecItemUpdate`); their accessibility stays.
    ///
    /// - Throws: ``KeychainStatus/itemNotFound`` if there is none, else the same errors as ``add(_:)``.
    func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus)

    /// The matching items with their values (`SecItemCopyMatching` with `kSecMatchLimitAll`); empty if there are none.
    ///
    /// - Throws: ``KeychainStatus/missingEntitlement`` if the app has no access to the query's group,
    ///   ``KeychainStatus/interactionNotAllowed`` if a value cannot be read while the device is locked.
    func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem]

    /// Deletes all matching items (`SecItemDelete`).
    ///
    /// - Throws: ``KeychainStatus/itemNotFound`` if there is none, else the same errors as ``copyMatching(_:)``.
    func delete(_ query: KeychainQuery) throws(KeychainStatus)
}
