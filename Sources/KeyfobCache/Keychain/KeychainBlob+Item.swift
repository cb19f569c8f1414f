import KeyfobCore

extension KeychainBlob {
    /// Service and label of both items.
    static let name = "Microsoft Credentials"

    /// The item that holds a blob.
    ///
    /// Who may read it is said by an access control list, which only the login keychain has: for the shared one the
    /// app and the applications it trusts, for the other the app alone.
    ///
    /// - Parameters:
    ///   - placement: which of the two it is.
    ///   - accessGroup: the group's name with the signing team's id before it, whatever the entitlements say.
    ///   - bundleID: the app's.
    public func item(_ placement: Placement, accessGroup: String, bundleID: String) -> KeychainItem {
        let query = Self.query(placement, accessGroup: accessGroup, bundleID: bundleID)
        return KeychainItem(
            account: query.account, service: query.service, creator: query.creator, label: Self.name,
            value: Secret(bytes))
    }

    /// Finds the item that holds a blob.
    public static func query(_ placement: Placement, accessGroup: String, bundleID: String) -> KeychainQuery {
        KeychainQuery(
            account: placement == .shared ? accessGroup : "\(accessGroup)-\(bundleID)", service: name,
            creator: KeychainCreator.hash(accessGroup))
    }
}
