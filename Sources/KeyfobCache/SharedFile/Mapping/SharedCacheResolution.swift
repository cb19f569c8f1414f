/// The entries of one account, and what they are to Keyfob: one entity for each identity, whatever the entries' keys.
struct SharedCacheResolution: Sendable {
    /// All that the entries say.
    let items: [SharedCacheItem]
    /// For each key the item that counts.
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

    /// The item that counts for a key.
    func winner(_ key: CredentialKey) -> SharedCacheItem? { winners[key].map { items[$0] } }

    /// The entities. Of twins one is shown; what has the same key and is something else is kept as not understood.
    var entities: [CredentialEntity] {
        items.enumerated().compactMap { index, item in
            guard winners[item.entity.key] != index else { return item.entity }
            return !item.isImplied && isShadowed(item) ? item.entry.unknownEntity(isShadowed: true) : nil
        }
    }

    /// Whether an item is something else than what counts for its key.
    private func isShadowed(_ item: SharedCacheItem) -> Bool { winner(item.entity.key)?.variant != item.variant }

    /// The entries that are one and the same entity; those that only imply it are not among them.
    func twins(of key: CredentialKey, variant: String) -> [SharedCacheEntry] {
        items.filter { $0.entity.key == key && $0.variant == variant && !$0.isImplied }.map(\.entry)
    }

    /// The entries that are meant by a key that ``entities`` shows.
    func entries(shownAs key: CredentialKey) -> [SharedCacheEntry] {
        if let winner = winner(key) { return twins(of: key, variant: winner.variant) }
        // Two entries may stand under one key: only what is shown by that name is meant, not what is in force beside it.
        return items.filter { !$0.isImplied && $0.entry.fullName == key.name && isShadowed($0) }.map(\.entry)
    }
}
