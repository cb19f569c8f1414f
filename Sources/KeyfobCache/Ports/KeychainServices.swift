/// A keychain: Security.framework's four calls on items, over plain values.
///
/// What the implementation may see is decided by the operating system: the access groups of the app's entitlements.
/// Every call is atomic for itself, and durable when it returns; there is nothing that joins two calls.
public protocol KeychainServices: Sendable {
    /// Adds an item (`SecItemAdd`).
    ///
    /// - Parameter item: its access group is the app's default one if it is nil.
    /// - Returns: the item as it is stored, with its access group.
    /// - Throws: ``KeychainStatus/duplicateItem`` if the group has an item of the same account and service, whatever
    ///   its type; ``KeychainStatus/missingEntitlement`` if the group is not the app's;
    ///   ``KeychainStatus/interactionNotAllowed`` while the device is locked.
    @discardableResult
    func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem

    /// Changes all items that match (`SecItemUpdate`); accessibility stays as it was added.
    ///
    /// - Throws: ``KeychainStatus/itemNotFound`` if there is none, else as ``add(_:)``.
    func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus)

    /// The items that match, values included (`SecItemCopyMatching` with `kSecMatchLimitAll`); empty if there are none.
    ///
    /// - Throws: ``KeychainStatus/missingEntitlement`` if the query names a group that is not the app's,
    ///   ``KeychainStatus/interactionNotAllowed`` if a value cannot be had while the device is locked.
    func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem]

    /// Deletes all items that match (`SecItemDelete`).
    ///
    /// - Throws: ``KeychainStatus/itemNotFound`` if there is none, else as ``copyMatching(_:)``.
    func delete(_ query: KeychainQuery) throws(KeychainStatus)
}
