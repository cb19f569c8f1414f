import KeyfobCore

/// The prefix of an access group's name: the team's identifier, which the operating system checks.
package enum KeychainGroupPrefix {
    /// The account of the item with which IdentityCore and Keyfob find the prefix.
    static let probeAccount = "SDK.ObjC.teamIDHint"

    /// The group's full name. The prefix is not added twice.
    package static func apply(_ prefix: String, to group: String) -> String {
        group.hasPrefix("\(prefix).") ? group : "\(prefix).\(group)"
    }

    /// The prefix of an unsigned process on a simulator, such as a unit test without an app.
    static let simulated = "FAKETEAMID"

    /// Whether this build is for a simulator.
    package static var isSimulator: Bool {
        #if targetEnvironment(simulator)
        true
        #else
        false
        #endif
    }

    /// Finds the full name of a group on iOS. An unsigned process on a simulator has only one group, which it gets for
    /// every name, as in IdentityCore.
    ///
    /// - Throws: as ``discover(in:)`` does.
    package static func fullName(
        of group: String, in keychain: some KeychainServices, isSimulator: Bool = Self.isSimulator
    ) throws(KeychainStatus) -> String {
        let own = try ownGroup(in: keychain)
        let prefix = try prefix(of: own)
        return isSimulator && prefix == simulated ? own : apply(prefix, to: group)
    }

    /// Finds the prefix on iOS: that of the group to which an item without a group is added.
    ///
    /// - Throws: ``KeychainStatus/missingEntitlement`` if the app is not signed; ``KeychainStatus/param`` if the group
    ///   has no prefix; else the keychain's status.
    package static func discover(in keychain: some KeychainServices) throws(KeychainStatus) -> String {
        try prefix(of: ownGroup(in: keychain))
    }

    private static func prefix(of group: String) throws(KeychainStatus) -> String {
        let first = group.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init)
        guard let first, !first.isEmpty else { throw .param }
        return first
    }

    private static func ownGroup(in keychain: some KeychainServices) throws(KeychainStatus) -> String {
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
        return item.accessGroup ?? ""
    }

    /// Whether a process on macOS with these entitlements has a keychain with access groups. Unsigned and ad-hoc signed
    /// ones have none of them, and every call fails with ``KeychainStatus/missingEntitlement``.
    package static func isGranted(by entitlements: some Sequence<String>) -> Bool {
        let granting: Set = [
            "keychain-access-groups", "com.apple.application-identifier", "com.apple.security.application-groups",
        ]
        return entitlements.contains { granting.contains($0) }
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
