public import KeyfobCache

/// A ``SimulatedKeychain`` as one app sees it: through the access groups of its entitlements.
public struct SimulatedKeychainApp: KeychainServices {
    let keychain: SimulatedKeychain
    /// The app's groups, the default one first; none if it is not signed.
    public let groups: [String]

    /// Adds an item, by default to the app's first group.
    @discardableResult
    public func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        guard let group = item.accessGroup ?? groups.first, groups.contains(group) else { throw .missingEntitlement }
        var added = item
        added.accessGroup = group
        added.accessibility = item.accessibility ?? .whenUnlocked
        guard keychain.isAvailable(added.accessibility) else { throw .interactionNotAllowed }
        return try keychain.change { items throws(KeychainStatus) in
            // The type is no part of an item's identity, and what is missing is the same as what is empty.
            let isTaken = items.contains {
                $0.itemClass == added.itemClass && $0.accessGroup == group
                    && ($0.account ?? "") == (added.account ?? "") && ($0.service ?? "") == (added.service ?? "")
            }
            guard !isTaken else { throw .duplicateItem }
            items.append(added)
            return added
        }
    }

    /// Changes the items that match; their accessibility stays.
    public func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        try checkGroup(of: query)
        try keychain.change { items throws(KeychainStatus) in
            let found = items.indices.filter { isMine(items[$0]) && query.matches(items[$0]) }
            guard !found.isEmpty else { throw .itemNotFound }
            for index in found {
                guard keychain.isAvailable(items[index].accessibility) else { throw .interactionNotAllowed }
                if let generic = change.generic { items[index].generic = generic }
                if let value = change.value { items[index].value = value }
            }
        }
    }

    /// The items that match, of all the app's groups if the query names none.
    public func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
        try checkGroup(of: query)
        let found = try keychain.items().filter { isMine($0) && query.matches($0) }
        guard found.allSatisfy({ keychain.isAvailable($0.accessibility) }) else { throw .interactionNotAllowed }
        return found
    }

    /// Deletes the items that match; a locked device does not hinder it.
    public func delete(_ query: KeychainQuery) throws(KeychainStatus) {
        try checkGroup(of: query)
        try keychain.change { items throws(KeychainStatus) in
            let left = items.filter { !isMine($0) || !query.matches($0) }
            guard left.count < items.count else { throw .itemNotFound }
            items = left
        }
    }

    private func isMine(_ item: KeychainItem) -> Bool { item.accessGroup.map(groups.contains) ?? false }

    private func checkGroup(of query: KeychainQuery) throws(KeychainStatus) {
        guard !groups.isEmpty, query.accessGroup.map(groups.contains) ?? true else { throw .missingEntitlement }
    }
}
