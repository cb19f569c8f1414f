#if PostgreSQL
import KeyfobIdPModel
import KeyfobPostgreSQL

extension PostgreSQLTransaction {
    func insert(_ code: AuthorizationCodeGrant) throws {
        try run(
            "INSERT INTO authorization_code (code_hash, expires_at, redeemed_at, document) VALUES ($1, $2, $3, $4)",
            [code.codeHash, code.expiresAt, code.redeemedAt, try Document.text(of: code)])
    }

    func consumeAuthorizationCode(hash: [UInt8], at time: Int64) throws -> AuthorizationCodeGrant? {
        // The lock lets the others wait here, and not fail at their end.
        guard
            let row = try row(
                "SELECT document, redeemed_at FROM authorization_code WHERE code_hash = $1 FOR UPDATE", [hash])
        else { return nil }
        var code: AuthorizationCodeGrant = try Document.value(row[0])
        code.redeemedAt = try row[1]
        if code.redeemedAt == nil {
            try run("UPDATE authorization_code SET redeemed_at = $1 WHERE code_hash = $2", [time, hash])
        }
        return code
    }

    func deviceCode(hash: [UInt8]) throws -> DeviceCodeGrant? {
        try row("SELECT document FROM device_code WHERE code_hash = $1", [hash])
            .map { try Document.value($0[0]) }
    }

    func deviceCode(userCodeHash: [UInt8]) throws -> DeviceCodeGrant? {
        try row("SELECT document FROM device_code WHERE user_code_hash = $1", [userCodeHash])
            .map { try Document.value($0[0]) }
    }

    func put(_ code: DeviceCodeGrant) throws {
        try run(
            """
            INSERT INTO device_code (code_hash, user_code_hash, expires_at, address, document) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (code_hash) DO UPDATE SET user_code_hash = excluded.user_code_hash,
                expires_at = excluded.expires_at, document = excluded.document
            """,
            [code.codeHash, code.userCodeHash, code.expiresAt, code.address, try Document.text(of: code)])
        if let address = code.address { rest.waiting.append((.deviceCode, address)) }
    }
}
#endif
