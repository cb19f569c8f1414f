import KeyfobIdPModel

extension SQLiteTransaction {
    func insert(_ code: AuthorizationCodeGrant) throws {
        try run(
            "INSERT INTO authorization_code (code_hash, expires_at, redeemed_at, document) VALUES (?, ?, ?, ?)",
            [code.codeHash, code.expiresAt, code.redeemedAt, try Document.text(of: code)])
    }

    func consumeAuthorizationCode(hash: [UInt8], at time: Int64) throws -> AuthorizationCodeGrant? {
        guard
            let code = try row(
                "SELECT document, redeemed_at FROM authorization_code WHERE code_hash = ?", [hash],
                { row in
                    var code: AuthorizationCodeGrant = try Document.value(row[0])
                    code.redeemedAt = row[1]
                    return code
                })
        else { return nil }
        if code.redeemedAt == nil {
            try run("UPDATE authorization_code SET redeemed_at = ? WHERE code_hash = ?", [time, hash])
        }
        return code
    }

    func deviceCode(hash: [UInt8]) throws -> DeviceCodeGrant? {
        try row("SELECT document FROM device_code WHERE code_hash = ?", [hash]) { try Document.value($0[0]) }
    }

    func deviceCode(userCodeHash: [UInt8]) throws -> DeviceCodeGrant? {
        try row("SELECT document FROM device_code WHERE user_code_hash = ?", [userCodeHash]) {
            try Document.value($0[0])
        }
    }

    func put(_ code: DeviceCodeGrant) throws {
        try run(
            """
            INSERT INTO device_code (code_hash, user_code_hash, expires_at, address, document) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (code_hash) DO UPDATE SET user_code_hash = excluded.user_code_hash,
                expires_at = excluded.expires_at, document = excluded.document
            """,
            [code.codeHash, code.userCodeHash, code.expiresAt, code.address, try Document.text(of: code)])
        guard let address = code.address else { return }
        try run(
            """
            DELETE FROM device_code WHERE code_hash IN (SELECT code_hash FROM device_code
                WHERE address = ? ORDER BY expires_at DESC LIMIT -1 OFFSET ?)
            """, [address, PendingLimits.perAddress])
    }
}
