/// All items of a device's keychain, and an app's operations on them: a value without I/O, which follows the rules of
/// Apple's keychain.
///
/// An app is represented by its access groups, the default one first; an app that is not signed has none.
package struct KeychainItems: Sendable, Hashable {
    /// Every item of every app, in the order they were added.
    package var all: [KeychainItem]

    /// Makes a keychain with items.
    package init(_ all: [KeychainItem] = []) { self.all = all }

    /// Adds an item, by default to the app's first group.
    ///
    /// - Throws: the same errors as ``KeychainServices/add(_:)``.
    package mutating func add(
        _ item: KeychainItem, groups: [String], when availability: KeychainAvailability
    ) throws(KeychainStatus) -> KeychainItem {
        guard let group = item.accessGroup ?? groups.first, groups.contains(group) else { throw .missingEntitlement }
        var added = item
        added.accessGroup = group
        added.accessibility = item.accessibility ?? .whenUnlocked
        guard availability.allows(added.accessibility) else { throw .interactionNotAllowed }
        // The type is not part of an item's identity, and a missing attribute equals an empty one.
        let isTaken = all.contains {
            $0.itemClass == added.itemClass && $0.accessGroup == group
                && ($0.account ?? "") == (added.account ?? "") && ($0.service ?? "") == (added.service ?? "")
        }
        guard !isTaken else { throw .duplicateItem }
        all.append(added)
        return added
    }

    /// Changes the matching items; their accessibility stays.
    ///
    /// - Throws: the same errors as ``KeychainServices/update(_:to:)``; nothing is changed then.
    package mutating func update(
        _ query: KeychainQuery, to change: KeychainChange, groups: [String], when availability: KeychainAvailability
    ) throws(KeychainStatus) {
        let found = try indices(query, groups)
        guard !found.isEmpty else { throw .itemNotFound }
        guard found.allSatisfy({ availability.allows(all[$0].accessibility) }) else { throw .interactionNotAllowed }
        for index in found {
            if let generic = change.generic { all[index].generic = generic }
            if let value = change.value { all[index].value = value }
        }
    }

    /// The matching items, in all of the app's groups if the query has no group.
    ///
    /// - Throws: the same errors as ``KeychainServices/copyMatching(_:)``.
    package func copyMatching(
        _ query: KeychainQuery, groups: [String], when availability: KeychainAvailability
    ) throws(KeychainStatus) -> [KeychainItem] {
        let found = try indices(query, groups).map { all[$0] }
        guard found.allSatisfy({ availability.allows($0.accessibility) }) else { throw .interactionNotAllowed }
        return found
    }

    /// Deletes the matching items, even while the device is locked.
    ///
    /// - Throws: the same errors as ``KeychainServices/delete(_:)``.
    package mutating func delete(_ query: KeychainQuery, groups: [String]) throws(KeychainStatus) {
        let found = Set(try indices(query, groups))
        guard !found.isEmpty else { throw .itemNotFound }
        all = all.indices.filter { !found.contains($0) }.map { all[$0] }
    }

    private func indices(_ query: KeychainQuery, _ groups: [String]) throws(KeychainStatus) -> [Int] {
        guard !groups.isEmpty, query.accessGroup.map(groups.contains) ?? true else { throw .missingEntitlement }
        return all.indices.filter { index in
            (all[index].accessGroup.map(groups.contains) ?? false) && query.matches(all[index])
        }
    }
}
