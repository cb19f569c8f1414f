extension InMemoryTransaction {
    func files(tenantID: String, userID: String) -> [StoredFile] {
        tables.files.filter { $0.tenantID == tenantID && $0.userID == userID }.sorted { $0.name < $1.name }
    }

    func put(_ file: StoredFile) {
        Self.replace(&tables.files, by: file) {
            $0.tenantID == file.tenantID && $0.userID == file.userID && $0.name == file.name
        }
    }

    func removeFile(tenantID: String, userID: String, name: String) {
        tables.files.removeAll { $0.tenantID == tenantID && $0.userID == userID && $0.name == name }
    }

    func spendNonce(hash: [UInt8], until expiry: Int64) -> Bool {
        guard tables.nonces[hash] == nil else { return false }
        tables.nonces[hash] = expiry
        return true
    }

    func isNonceSpent(hash: [UInt8]) -> Bool { tables.nonces[hash] != nil }
}
