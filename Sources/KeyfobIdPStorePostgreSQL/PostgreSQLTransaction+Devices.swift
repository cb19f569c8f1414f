#if PostgreSQL
import KeyfobIdPModel
import KeyfobPostgreSQL

extension PostgreSQLTransaction {
    func device(id: String) throws -> RegisteredDevice? {
        try row("SELECT document FROM device WHERE id = $1", [id]).map { try Document.value($0[0]) }
    }

    func devices(tenantID: String) throws -> [RegisteredDevice] {
        try rows("SELECT document FROM device WHERE tenant_id = $1 ORDER BY position", [tenantID]) {
            try Document.value($0[0])
        }
    }

    func put(_ device: RegisteredDevice) throws {
        try run(
            """
            INSERT INTO device (id, tenant_id, document) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, document = excluded.document
            """, [device.id, device.tenantID, try Document.text(of: device)])
    }

    func removeDevice(id: String) throws { try run("DELETE FROM device WHERE id = $1", [id]) }

    func insert(_ token: PrimaryRefreshTokenGrant) throws {
        try run(
            """
            INSERT INTO primary_refresh_token (token_hash, device_id, grant_id, expires_at, document)
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                token.tokenHash, token.deviceID, token.access.grantID, token.expiresAt,
                try Document.text(of: token),
            ])
    }

    func primaryRefreshToken(hash: [UInt8]) throws -> PrimaryRefreshTokenGrant? {
        try row("SELECT document FROM primary_refresh_token WHERE token_hash = $1", [hash])
            .map { try Document.value($0[0]) }
    }

    func removePrimaryRefreshTokens(deviceID: String) throws {
        try run("DELETE FROM primary_refresh_token WHERE device_id = $1", [deviceID])
    }

    func removePrimaryRefreshTokens(grantID: String) throws {
        try run(
            "DELETE FROM primary_refresh_token WHERE grant_id = $1 OR (grant_id >= $2 AND grant_id < $3)",
            [grantID, "\(grantID)/", "\(grantID)0"])
    }
}
#endif
