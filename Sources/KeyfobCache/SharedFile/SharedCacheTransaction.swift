package import KeyfobCore

/// A transaction over the contents of a shared cache, which collects the writes and reads them back.
package final class SharedCacheTransaction: CredentialTransaction {
    enum Change {
        case put(CredentialEntity)
        case delete
    }

    private let contents: SharedCacheContents
    private var touched: [String: AccountPartition?] = [:]
    /// The last change of each entity; `order` contains the entities in the order of their first change.
    private var changes: [CredentialKey: Change] = [:]
    private var order: [CredentialKey] = []

    /// Begins a transaction.
    package init(_ contents: SharedCacheContents) { self.contents = contents }

    /// The entities of one account, including the changes of this transaction.
    package func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        touched[homeAccountID.lowercased()] ?? contents.partition(homeAccountID: homeAccountID)
    }

    /// The accounts that have at least one entity.
    package func homeAccountIDs() throws(AuthError) -> [String] {
        let untouched = contents.homeAccountIDs.filter { touched[$0] == nil }
        return untouched + touched.compactMap { $0.value == nil || $0.key.isEmpty ? nil : $0.key }
    }

    /// Passes a summary of every account to `body`.
    package func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        for home in try homeAccountIDs() {
            if let partition = try partition(homeAccountID: home) { body(AccountSummary(partition)) }
        }
    }

    /// Writes an entity, and replaces the one with the same key.
    package func put(_ entity: CredentialEntity) throws(AuthError) {
        // Sealed contents are opened now: a failure must not occur after other entities have been written.
        _ = try entity.contents.open()
        try change(entity.key, .put(entity))
    }

    /// Deletes the entity with that key, if there is one.
    package func delete(_ key: CredentialKey) throws(AuthError) { try change(key, .delete) }

    /// The document with all changes of the transaction; nil if there are none.
    ///
    /// - Parameter now: the present time, in seconds since 1970.
    /// - Throws: ``SharedCacheSyntaxError`` if a section cannot be added to the document.
    package func result(now: Int64) throws(SharedCacheSyntaxError) -> SharedCacheDocument? {
        guard !order.isEmpty else { return nil }
        var writer = SharedCacheWriter(contents, now: now)
        var homes: [String] = []
        var byHome: [String: [(CredentialKey, Change)]] = [:]
        for key in order {
            guard let change = changes[key] else { continue }
            if byHome[key.homeAccountID] == nil { homes.append(key.homeAccountID) }
            byHome[key.homeAccountID, default: []].append((key, change))
        }
        for home in homes { writer.write(byHome[home] ?? [], of: home) }
        return try contents.document.applying(writer.edits)
    }

    private func change(_ key: CredentialKey, _ change: Change) throws(AuthError) {
        var entities = try partition(homeAccountID: key.homeAccountID)?.entities ?? []
        entities.removeAll { $0.key == key }
        if case .put(let entity) = change { entities.append(entity) }
        touched[key.homeAccountID] = .some(
            entities.isEmpty ? nil : AccountPartition(homeAccountID: key.homeAccountID, entities: entities))
        if changes.updateValue(change, forKey: key) == nil { order.append(key) }
    }
}
