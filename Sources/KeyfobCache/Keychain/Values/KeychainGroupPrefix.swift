import KeyfobCore

/// The prefix of an access group's name: the team's identifier, which the operating system checks.
package enum KeychainGroupPrefix {
    /// The account of the item with which IdentityCore and Keyfob find the prefix.
    static let probeAccount = "SDK.ObjC.teamIDHint"

    /// The group's full name. The prefix is not added twice.
    package static func apply(_ prefix: String, to group: String) -> String {
        group.hasPrefix("\(prefix).") ? group : "\(prefix).\(group)"
    }

    /// Finds the prefix on iOS: that of the group to which an item without a group is added.
    ///
    /// - Throws: ``KeychainStatus/missingEntitlement`` if the app is not signed; ``KeychainStatus/param`` if the group
    ///   has no prefix; else the keychain's status.
    package static func discover(in keychain: some KeychainServices) throws(KeychainStatus) -> String {
        let query = KeychainQuery(account: probeAccount, service: "")
        var found: KeychainItem?
        var isUnreadable = false
        do throws(KeychainStatus) {
            found = try keychain.copyMatching(query).first
        } catch {
            guard error == .interactionNotAllowed else { throw error }
            isUnreadable = true
        }
        // An item that was written in another lock state may be replaced, since its value is empty.
        if isUnreadable { try keychain.delete(query) }
        let item =
            if let found {
                found
            } else {
                try keychain.add(
                    KeychainItem(
                        account: probeAccount, service: "", accessibility: .afterFirstUnlockThisDeviceOnly,
                        value: Secret([])))
            }
        let prefix = item.accessGroup?.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init)
        guard let prefix, !prefix.isEmpty else { throw .param }
        return prefix
    }

    /// The prefix on macOS: that of the first access group in the entitlements, else the signing team, else the bundle
    /// id, else the process's name.
    package static func onMac(
        accessGroups: [String], teamID: String?, bundleID: String?, processName: String
    ) -> String {
        let parts = accessGroups.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        if parts.count > 1, let first = parts.first, !first.isEmpty { return String(first) }
        return teamID ?? bundleID ?? processName
    }
}
