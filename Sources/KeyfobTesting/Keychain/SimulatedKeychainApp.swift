package import KeyfobCache

/// A ``SimulatedKeychain`` as one app sees it: through the access groups of its entitlements.
package struct SimulatedKeychainApp: KeychainServices {
    let keychain: SimulatedKeychain
    /// The app's groups, the default one first; none if it is not signed.
    package let groups: [String]

    /// Adds an item, by default to the app's first group.
    @discardableResult
    package func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        try change { items, availability throws(KeychainStatus) in
            try items.add(item, groups: groups, when: availability)
        }
    }

    /// Changes the items that match; their accessibility stays.
    package func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        try self.change { items, availability throws(KeychainStatus) in
            try items.update(query, to: change, groups: groups, when: availability)
        }
    }

    /// The items that match, of all the app's groups if the query names none.
    package func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
        try change { items, availability throws(KeychainStatus) in
            try items.copyMatching(query, groups: groups, when: availability)
        }
    }

    /// Deletes the items that match, even on a locked device.
    package func delete(_ query: KeychainQuery) throws(KeychainStatus) {
        try change { items, _ throws(KeychainStatus) in try items.delete(query, groups: groups) }
    }

    private func change<R: Sendable>(
        _ body: (inout KeychainItems, KeychainAvailability) throws(KeychainStatus) -> R
    ) throws(KeychainStatus) -> R {
        let availability = keychain.availability
        return try keychain.change { list throws(KeychainStatus) in
            var items = KeychainItems(list)
            let result = try body(&items, availability)
            list = items.all
            return result
        }
    }
}
