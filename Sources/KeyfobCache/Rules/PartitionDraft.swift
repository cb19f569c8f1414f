import KeyfobCore

/// One account's entities inside a transaction: read once, and kept in step with what is written since.
struct PartitionDraft {
    /// What the store had; nil if it had nothing.
    let before: AccountPartition?
    private let homeAccountID: String
    private let transaction: any CredentialTransaction
    private var entities: [CredentialEntity]

    /// Reads the account's entities.
    ///
    /// - Throws: ``AuthError`` of the store.
    init(homeAccountID: String, in transaction: any CredentialTransaction) throws(AuthError) {
        before = try transaction.partition(homeAccountID: homeAccountID)
        self.homeAccountID = homeAccountID.lowercased()
        self.transaction = transaction
        entities = before?.entities ?? []
    }

    /// Writes an entity of the account.
    ///
    /// - Throws: ``AuthError`` of the store.
    mutating func put(_ entity: CredentialEntity) throws(AuthError) {
        try transaction.put(entity)
        let key = entity.key
        entities.removeAll { $0.key == key }
        entities.append(entity)
    }

    /// Deletes an entity of the account.
    ///
    /// - Throws: ``AuthError`` of the store.
    mutating func delete(_ key: CredentialKey) throws(AuthError) {
        try transaction.delete(key)
        entities.removeAll { $0.key == key }
    }

    /// The entities as they are now, in the order in which a store gives them.
    var after: AccountPartition {
        AccountPartition(homeAccountID: homeAccountID, entities: entities.sorted { $0.key.name < $1.key.name })
    }
}
