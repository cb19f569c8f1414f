import KeyfobCache
import KeyfobCore

/// A transaction on an image; its writes are collected until it is committed.
final class KeychainTransaction: CredentialTransaction {
    let image: KeychainImage
    /// The writes, in the order of the last write to each key; nil deletes.
    private(set) var changes: [(key: CredentialKey, entity: CredentialEntity?)] = []
    private var partitions: [String: AccountPartition] = [:]

    init(_ image: KeychainImage) {
        self.image = image
        partitions = image.partitions
    }

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
        changes.removeAll { $0.key == key }
        changes.append((key, entity))
        var entities = partitions[key.homeAccountID]?.entities ?? []
        entities.removeAll { $0.key == key }
        if let entity { entities.append(entity) }
        partitions[key.homeAccountID] =
            entities.isEmpty ? nil : AccountPartition(homeAccountID: key.homeAccountID, entities: entities)
    }
}
