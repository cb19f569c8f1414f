#if PostgreSQL
import KeyfobIdPModel
import KeyfobPostgreSQL

extension PostgreSQLTransaction {
    func files(tenantID: String, userID: String) throws -> [StoredFile] {
        try rows(
            "SELECT name, content, modified_at FROM file WHERE user_id = $1 AND tenant_id = $2 ORDER BY name",
            [userID, tenantID]
        ) { row in
            let content: [UInt8] = try row[1]
            return try StoredFile(
                tenantID: tenantID, userID: userID, name: row[0], content: Array(content), modifiedAt: row[2])
        }
    }

    func put(_ file: StoredFile) throws {
        try run(
            """
            INSERT INTO file (tenant_id, user_id, name, content, modified_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (user_id, tenant_id, name) DO UPDATE SET content = excluded.content,
                modified_at = excluded.modified_at
            """,
            [file.tenantID, file.userID, file.name, file.content, file.modifiedAt])
    }

    func removeFile(tenantID: String, userID: String, name: String) throws {
        try run("DELETE FROM file WHERE user_id = $1 AND tenant_id = $2 AND name = $3", [userID, tenantID, name])
    }

    func spendNonce(hash: [UInt8], until expiry: Int64) throws -> Bool {
        try run("INSERT INTO nonce (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING", [hash, expiry])
            .changes > 0
    }

    func isNonceSpent(hash: [UInt8]) throws -> Bool {
        try !rows("SELECT 1 FROM nonce WHERE hash = $1", [hash]) { _ in true }.isEmpty
    }
}
#endif
