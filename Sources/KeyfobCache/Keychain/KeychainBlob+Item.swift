import KeyfobCore

extension KeychainBlob {
    /// The service and label of both items.
    static let name = "Microsoft Credentials"

    /// The item that contains a blob.
    ///
    /// Read access is granted by an access control list, which only the login keychain has: for the shared item to the
    /// app and the applications it trusts, for the other item to the app alone.
    ///
    /// - Parameters:
    ///   - placement: which item.
    ///   - accessGroup: the group's name with the prefix of the signing team's id, whatever the entitlements contain.
    ///   - bundleID: the app's bundle id.
    package func item(_ placement: Placement, accessGroup: String, bundleID: String) -> KeychainItem {
        let query = Self.query(placement, accessGroup: accessGroup, bundleID: bundleID)
        return KeychainItem(
            account: query.account, service: query.service, creator: query.creator, label: Self.name,
            value: Secret(bytes))
    }

    /// A query for the item that contains a blob.
    package static func query(_ placement: Placement, accessGroup: String, bundleID: String) -> KeychainQuery {
        KeychainQuery(
            account: placement == .shared ? accessGroup : "\(accessGroup)-\(bundleID)", service: name,
            creator: KeychainCreator.hash(accessGroup))
    }
}
