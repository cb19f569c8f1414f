import GRDB
import KeyfobIdPModel

extension SQLiteTransaction {
    func files(tenantID: String, userID: String) throws -> [StoredFile] {
        try rows(
            "SELECT name, content, modified_at FROM file WHERE user_id = ? AND tenant_id = ? ORDER BY name",
            [userID, tenantID]
        ) { row in
            let content: [UInt8] = row[1]
            return StoredFile(
                tenantID: tenantID, userID: userID, name: row[0], content: content, modifiedAt: row[2])
        }
    }

    func put(_ file: StoredFile) throws {
        try run(
            "INSERT OR REPLACE INTO file (tenant_id, user_id, name, content, modified_at) VALUES (?, ?, ?, ?, ?)",
            [file.tenantID, file.userID, file.name, file.content, file.modifiedAt])
    }

    func removeFile(tenantID: String, userID: String, name: String) throws {
        try run("DELETE FROM file WHERE user_id = ? AND tenant_id = ? AND name = ?", [userID, tenantID, name])
    }

    func spendNonce(hash: [UInt8], until expiry: Int64) throws -> Bool {
        try run("INSERT OR IGNORE INTO nonce (hash, expires_at) VALUES (?, ?)", [hash, expiry])
        return database.changesCount > 0
    }

    func isNonceSpent(hash: [UInt8]) throws -> Bool {
        try !rows("SELECT 1 FROM nonce WHERE hash = ?", [hash]) { _ in true }.isEmpty
    }
}
