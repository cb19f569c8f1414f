import KeyfobIdPModel

extension SQLiteTransaction {
    func device(id: String) throws -> RegisteredDevice? {
        try row("SELECT document FROM device WHERE id = ?", [id]) { try Document.value($0[0]) }
    }

    func devices(tenantID: String) throws -> [RegisteredDevice] {
        try rows("SELECT document FROM device WHERE tenant_id = ? ORDER BY position", [tenantID]) {
            try Document.value($0[0])
        }
    }

    func put(_ device: RegisteredDevice) throws {
        try run(
            """
            INSERT INTO device (id, tenant_id, document) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, document = excluded.document
            """, [device.id, device.tenantID, try Document.text(of: device)])
    }

    func removeDevice(id: String) throws { try run("DELETE FROM device WHERE id = ?", [id]) }

    func insert(_ token: PrimaryRefreshTokenGrant) throws {
        try run(
            """
            INSERT INTO primary_refresh_token (token_hash, device_id, grant_id, expires_at, document)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                token.tokenHash, token.deviceID, token.access.grantID, token.expiresAt,
                try Document.text(of: token),
            ])
    }

    func primaryRefreshToken(hash: [UInt8]) throws -> PrimaryRefreshTokenGrant? {
        try row("SELECT document FROM primary_refresh_token WHERE token_hash = ?", [hash]) { try Document.value($0[0]) }
    }

    func removePrimaryRefreshTokens(deviceID: String) throws {
        try run("DELETE FROM primary_refresh_token WHERE device_id = ?", [deviceID])
    }

    func removePrimaryRefreshTokens(grantID: String) throws {
        try run(
            "DELETE FROM primary_refresh_token WHERE grant_id = ? OR (grant_id >= ? AND grant_id < ?)",
            [grantID, "\(grantID)/", "\(grantID)0"])
    }
}
