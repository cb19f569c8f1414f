import KeyfobCore
import KeyfobIdPModel

extension SQLiteTransaction {
    func directoryVersion() throws -> Int64 {
        try setting("directory_version")
    }

    func tenants() throws -> [Tenant] {
        try rows("SELECT document FROM tenant ORDER BY position") { try Document.value($0[0]) }
    }

    func put(_ tenant: Tenant) throws {
        try run(
            """
            INSERT INTO tenant (id, document) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET document = excluded.document
            """, [tenant.id, try Document.text(of: tenant)])
        try raiseDirectoryVersion()
    }

    func applications() throws -> [Application] {
        try rows("SELECT document FROM application ORDER BY position") { try Document.value($0[0]) }
    }

    func put(_ application: Application) throws {
        try run(
            """
            INSERT INTO application (app_id, document) VALUES (?, ?)
            ON CONFLICT (app_id) DO UPDATE SET document = excluded.document
            """, [application.appID, try Document.text(of: application)])
        try raiseDirectoryVersion()
    }

    func removeApplication(appID: String) throws {
        try run("DELETE FROM application WHERE app_id = ?", [appID])
        try raiseDirectoryVersion()
    }

    func signingKeys() throws -> [StoredSigningKey] {
        try rows(
            """
            SELECT key_id, algorithm, private_key_pem, certificate, role, created_at, retired_at
            FROM signing_key ORDER BY position
            """
        ) { row in
            guard let role = StoredSigningKey.Role(rawValue: row[4]) else { throw UnreadableRow() }
            return StoredSigningKey(
                keyID: row[0], algorithm: row[1], privateKeyPEM: Secret(row[2]),
                certificate: row[3],
                role: role, createdAt: row[5], retiredAt: row[6])
        }
    }

    func put(_ key: StoredSigningKey) throws {
        try run(
            """
            INSERT INTO signing_key
                (key_id, algorithm, private_key_pem, certificate, role, created_at, retired_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (key_id) DO UPDATE SET algorithm = excluded.algorithm,
                private_key_pem = excluded.private_key_pem, certificate = excluded.certificate, role = excluded.role,
                created_at = excluded.created_at, retired_at = excluded.retired_at
            """,
            [
                key.keyID, key.algorithm, key.privateKeyPEM.reveal(), key.certificate,
                key.role.rawValue, key.createdAt, key.retiredAt,
            ])
        try raiseDirectoryVersion()
    }

    func removeSigningKey(keyID: String) throws {
        try run("DELETE FROM signing_key WHERE key_id = ?", [keyID])
        try raiseDirectoryVersion()
    }
}
