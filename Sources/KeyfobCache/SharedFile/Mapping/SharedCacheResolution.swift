/// The entries of one account and their entities: one entity for each identity, whatever the entries' keys.
struct SharedCacheResolution: Sendable {
    /// All entities of the entries.
    let items: [SharedCacheItem]
    /// The index of the item that takes precedence, for each key.
    private let winners: [CredentialKey: Int]

    /// Reads the entries of an account.
    init(_ entries: [SharedCacheEntry], _ environments: SharedCacheEnvironments) {
        items = entries.flatMap { SharedCacheItem.items($0, environments) }
        var winners: [CredentialKey: Int] = [:]
        for (index, item) in items.enumerated() {
            if let known = winners[item.entity.key], !item.replaces(items[known]) { continue }
            winners[item.entity.key] = index
        }
        self.winners = winners
    }

    /// The item that takes precedence for a key.
    func winner(_ key: CredentialKey) -> SharedCacheItem? { winners[key].map { items[$0] } }

    /// The entities, with one of several duplicates; other entries with the same key are kept as unknown entities.
    var entities: [CredentialEntity] {
        items.enumerated().compactMap { index, item in
            guard winners[item.entity.key] != index else { return item.entity }
            return !item.isImplied && isShadowed(item) ? item.entry.unknownEntity(isShadowed: true) : nil
        }
    }

    /// Whether an item differs from the one that takes precedence for its key.
    private func isShadowed(_ item: SharedCacheItem) -> Bool { winner(item.entity.key)?.variant != item.variant }

    /// The entries that are the same entity, except those that only imply it.
    func twins(of key: CredentialKey, variant: String) -> [SharedCacheEntry] {
        items.filter { $0.entity.key == key && $0.variant == variant && !$0.isImplied }.map(\.entry)
    }

    /// The entries of a key in ``entities``.
    func entries(shownAs key: CredentialKey) -> [SharedCacheEntry] {
        if let winner = winner(key) { return twins(of: key, variant: winner.variant) }
        // Two entries may have one key: only the shadowed one with that name is meant, not the one that takes
        // precedence.
        return items.filter { !$0.isImplied && $0.entry.fullName == key.name && isShadowed($0) }.map(\.entry)
    }
}
