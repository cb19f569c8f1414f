import KeyfobBackport
package import KeyfobCore

/// A credential store in the memory of its process: for tests, and for apps that must not store credentials.
package final class InMemoryCredentialStore: CredentialStore {
    private let partitions = Mutex<[String: AccountPartition]>([:])

    /// Makes an empty store.
    package init() {}

    /// The entities of one account.
    package func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        partitions.withLock { $0[homeAccountID.lowercased()] }
    }

    /// The accounts that have at least one entity.
    package func homeAccountIDs() throws(AuthError) -> [String] {
        partitions.withLock { $0.keys.filter { !$0.isEmpty } }
    }

    /// Passes a summary of every account to `body`.
    package func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        for partition in partitions.withLock({ Array($0.values) }) where !partition.homeAccountID.isEmpty {
            body(AccountSummary(partition))
        }
    }

    /// Runs a transaction; transactions run one at a time.
    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        try partitions.withLock { partitions throws(AuthError) in
            let transaction = InMemoryTransaction(partitions)
            let result = try body(transaction)
            partitions = transaction.partitions
            return result
        }
    }
}

/// A transaction on a copy, which replaces the original when it succeeds.
private final class InMemoryTransaction: CredentialTransaction {
    private(set) var partitions: [String: AccountPartition]

    init(_ partitions: [String: AccountPartition]) { self.partitions = partitions }

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        partitions[homeAccountID.lowercased()]
    }

    func homeAccountIDs() throws(AuthError) -> [String] { partitions.keys.filter { !$0.isEmpty } }

    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        for partition in partitions.values where !partition.homeAccountID.isEmpty { body(AccountSummary(partition)) }
    }

    func put(_ entity: CredentialEntity) throws(AuthError) { replace(entity.key, by: entity) }

    func delete(_ key: CredentialKey) throws(AuthError) { replace(key, by: nil) }

    private func replace(_ key: CredentialKey, by entity: CredentialEntity?) {
        var entities = partitions[key.homeAccountID]?.entities ?? []
        entities.removeAll { $0.key == key }
        if let entity { entities.append(entity) }
        partitions[key.homeAccountID] =
            entities.isEmpty ? nil : AccountPartition(homeAccountID: key.homeAccountID, entities: entities)
    }
}
