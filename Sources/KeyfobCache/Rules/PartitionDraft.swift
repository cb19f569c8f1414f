import KeyfobCore

/// One account's entities inside a transaction: read once, and updated with each write.
struct PartitionDraft {
    /// The entities in the store; nil if there are none.
    let before: AccountPartition?
    private let homeAccountID: String
    private let transaction: any CredentialTransaction
    /// By kind, and within a kind ordered by name, as in a store.
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
        let name = entity.key.name
        var place = entities.endIndex
        // Names are computed on each access, so only those of the same kind are compared.
        for index in entities.indices.reversed() where entities[index].kind == entity.kind {
            let other = entities[index].key.name
            if other == name {
                entities[index] = entity
                return
            }
            if other > name { place = index }
        }
        entities.insert(entity, at: place)
    }

    /// Deletes an entity of the account.
    ///
    /// - Throws: ``AuthError`` of the store.
    mutating func delete(_ entity: CredentialEntity) throws(AuthError) {
        let key = entity.key
        try transaction.delete(key)
        entities.removeAll { $0.kind == entity.kind && $0.key == key }
    }

    /// The entities as they are now.
    var after: AccountPartition { AccountPartition(homeAccountID: homeAccountID, entities: entities) }
}
