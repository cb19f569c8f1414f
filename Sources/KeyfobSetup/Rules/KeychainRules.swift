import KeyfobCache

/// The entitlements that apps need to share a keychain group.
enum KeychainRules {
    static func findings(for subject: SetupSubject) -> [SetupFinding] {
        guard let entitlements = subject.facts.entitlements else { return [] }
        let groups = entitlements.keychainAccessGroups
        let bundleID = subject.facts.bundleID
        let isMac = subject.facts.platform == .macOS
        let standard = isMac ? "com.microsoft.identity.universalstorage" : "com.microsoft.adalcache"
        let shared = subject.keychainGroup ?? (subject.dialect == .msal ? standard : nil)
        let wanted = [bundleID, shared].compactMap(\.self)
        var found: [SetupFinding] = []
        if groups.isEmpty, let shared {
            found.append(
                SetupFinding(
                    .keychainEntitlementMissing, .error,
                    "The entitlements have no keychain-access-groups, and the app stores its tokens in \(shared).",
                    meaning: "The keychain refuses the app with errSecMissingEntitlement (-34018).",
                    remedy: "Add the capability Keychain Sharing with the group \(shared), in every app of the suite.",
                    snippets: [.keychainGroups(unique(wanted))]))
        } else if let shared, !groups.contains(where: { matches($0, shared) }) {
            found.append(
                SetupFinding(
                    .keychainGroupMissing, .error,
                    "The keychain group \(shared) is not among keychain-access-groups (\(groups.joined(separator: ", "))).",
                    meaning: "The keychain refuses the app with errSecMissingEntitlement (-34018).",
                    remedy: "Add the group \(shared) to the capability Keychain Sharing.",
                    snippets: [.keychainGroups(unique(groups.map { bare($0, subject.facts.teamID) } + [shared]))]))
        }
        if let teamID = subject.facts.teamID, let bundleID {
            for group in groups where !group.hasPrefix(teamID + ".") {
                found.append(
                    SetupFinding(
                        .keychainGroupWithoutPrefix, .error,
                        "The keychain group \(group) does not begin with the team's prefix \(teamID).",
                        meaning:
                            "An app cannot use the groups of another team, and a group without a prefix is invalid.",
                        remedy: "Write $(AppIdentifierPrefix) before the group's name.",
                        snippets: [.keychainGroups(unique([bundleID] + wanted))]))
            }
        }
        if let bundleID, !groups.isEmpty, !entitlements.beginsWithOwnGroup(bundleID: bundleID) {
            found.append(
                SetupFinding(
                    .keychainOwnGroupNotFirst, .warning,
                    "The first of keychain-access-groups is \(groups[0]), and not the app's own, \(bundleID).",
                    meaning:
                        "Items that the app stores without a group are shared with every app that has the first one.",
                    remedy: "Put $(AppIdentifierPrefix)\(bundleID) first.",
                    snippets: [
                        .keychainGroups(unique([bundleID] + groups.map { bare($0, subject.facts.teamID) } + wanted))
                    ]))
        }
        return found
    }

    /// Whether a group is the one with that name under any team's prefix.
    private static func matches(_ group: String, _ name: String) -> Bool {
        let parts = group.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return group == name || (parts.count == 2 && parts[1] == name)
    }

    private static func bare(_ group: String, _ teamID: String?) -> String {
        guard let teamID, group.hasPrefix(teamID + ".") else { return group }
        return String(group.dropFirst(teamID.count + 1))
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
