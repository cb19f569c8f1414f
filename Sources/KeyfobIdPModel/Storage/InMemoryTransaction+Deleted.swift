extension InMemoryTransaction {
    func deletedItem(id: String) -> DeletedItem? { tables.deletedItems.first { $0.id == id } }

    func deletedItems(tenantID: String) -> [DeletedItem] { tables.deletedItems.filter { $0.tenantID == tenantID } }

    func objectCount(tenantID: String) -> Int {
        tables.users.values.count { $0.tenantID == tenantID } + tables.deletedItems.count { $0.tenantID == tenantID }
    }

    func put(_ item: DeletedItem) { Self.replace(&tables.deletedItems, by: item) { $0.id == item.id } }

    func removeDeletedItem(id: String) { tables.deletedItems.removeAll { $0.id == id } }

    func removeRecords(userID: String) {
        tables.consents = tables.consents.filter {
            $0.key.userID != userID && !($0.key.userID == Consent.assignment && $0.key.clientID == userID)
        }
        tables.factors[userID] = nil
        tables.lockouts[userID] = nil
        tables.files.removeAll { $0.userID == userID }
        tables.refreshTokens = tables.refreshTokens.filter { $0.value.access.userID != userID }
        tables.refreshTokenOrder = tables.refreshTokenOrder.filter { tables.refreshTokens[$0.key] != nil }
    }

    func consents(tenantID: String) -> [Consent] {
        tables.consents.filter { $0.key.tenantID == tenantID }.values.flatMap(\.self)
            .sorted { ($0.userID, $0.clientID, $0.resourceID) < ($1.userID, $1.clientID, $1.resourceID) }
    }

    func removeConsents(appID: String) {
        tables.consents = tables.consents.filter { $0.key.clientID != appID }
            .mapValues { $0.filter { $0.resourceID != appID } }
    }
}
