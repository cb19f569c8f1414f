import KeyfobCore

/// What stands before an access group's name: the team's identifier, which the operating system checks.
public enum KeychainGroupPrefix {
    /// The account of the item that IdentityCore asks for the prefix with; Keyfob uses the same one.
    static let probeAccount = "SDK.ObjC.teamIDHint"

    /// The group's full name. A name that has the prefix already gets none.
    public static func apply(_ prefix: String, to group: String) -> String {
        group.hasPrefix("\(prefix).") ? group : "\(prefix).\(group)"
    }

    /// The prefix as iOS tells it: that of the group in which an item lands which names none.
    ///
    /// - Throws: ``KeychainStatus/missingEntitlement`` if the app is not signed; ``KeychainStatus/param`` if the
    ///   group has no prefix; else what the keychain said.
    public static func discover(in keychain: some KeychainServices) throws(KeychainStatus) -> String {
        let query = KeychainQuery(account: probeAccount, service: "")
        var found: KeychainItem?
        var isUnreadable = false
        do throws(KeychainStatus) {
            found = try keychain.copyMatching(query).first
        } catch {
            guard error == .interactionNotAllowed else { throw error }
            isUnreadable = true
        }
        // One that was written when the device had another state may be replaced: it holds nothing.
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

    /// The prefix as macOS tells it: that of the first access group in the entitlements, else the signing team, else
    /// the bundle id, else the process's name.
    public static func onMac(
        accessGroups: [String], teamID: String?, bundleID: String?, processName: String
    ) -> String {
        let parts = accessGroups.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        if parts.count > 1, let first = parts.first, !first.isEmpty { return String(first) }
        return teamID ?? bundleID ?? processName
    }
}
