import KeyfobIdPModel
import KeyfobSQLite

extension SQLiteTransaction {
    private static var refreshTokenColumns: String {
        """
        token_hash, grant_id, client_id, user_id, tenant_id, scopes, resource, authenticated_at, epoch, session_id,
        contexts, redirect_uri, issued_at, last_used_at, revoked_at, redeemed_at, parent_hash,
        evidence
        """
    }

    private static func refreshToken(_ row: StatementRow) throws -> RefreshTokenGrant {
        let contexts: String? = row[10]
        let evidence: String? = row[17]
        return RefreshTokenGrant(
            tokenHash: row[0],
            access: AuthorizedAccess(
                grantID: row[1], clientID: row[2], userID: row[3], tenantID: row[4],
                scopes: ScopeColumn.scopes(row[5]), resource: row[6], authenticatedAt: row[7], epoch: row[8],
                sessionID: row[9], contexts: contexts.map(ScopeColumn.scopes), redirectURI: row[11],
                evidence: try evidence.map { try Document.value($0) } ?? .password),
            issuedAt: row[12], lastUsedAt: row[13], revokedAt: row[14], redeemedAt: row[15],
            parentHash: row[16])
    }

    func insert(_ token: RefreshTokenGrant) throws {
        let access = token.access
        try run(
            """
            INSERT INTO refresh_token (\(Self.refreshTokenColumns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                token.tokenHash, access.grantID, access.clientID, access.userID, access.tenantID,
                ScopeColumn.text(access.scopes), access.resource, access.authenticatedAt, access.epoch,
                access.sessionID, access.contexts.map(ScopeColumn.text), access.redirectURI, token.issuedAt,
                token.lastUsedAt, token.revokedAt, token.redeemedAt, token.parentHash,
                access.evidence == .password ? nil : try Document.text(of: access.evidence),
            ])
    }

    func refreshToken(hash: [UInt8]) throws -> RefreshTokenGrant? {
        try row("SELECT \(Self.refreshTokenColumns) FROM refresh_token WHERE token_hash = ?", [hash], Self.refreshToken)
    }

    func refreshTokens(grantID: String) throws -> [RefreshTokenGrant] {
        try rows(
            "SELECT \(Self.refreshTokenColumns) FROM refresh_token WHERE grant_id = ? ORDER BY position", [grantID],
            Self.refreshToken)
    }

    func touchRefreshToken(hash: [UInt8], at time: Int64) throws {
        try run("UPDATE refresh_token SET last_used_at = ? WHERE token_hash = ?", [time, hash])
    }

    func touchRefreshTokens(userID: String, at time: Int64) throws {
        try run("UPDATE refresh_token SET last_used_at = ? WHERE user_id = ?", [time, userID])
    }

    func markRefreshTokenRedeemed(hash: [UInt8], at time: Int64) throws {
        try run(
            "UPDATE refresh_token SET redeemed_at = ? WHERE token_hash = ? AND redeemed_at IS NULL",
            [time, hash])
    }

    func revokeRefreshToken(hash: [UInt8], at time: Int64) throws {
        try run(
            "UPDATE refresh_token SET revoked_at = ? WHERE token_hash = ? AND revoked_at IS NULL", [time, hash])
    }

    func revokeRefreshTokens(grantID: String, at time: Int64) throws {
        // Descendants begin with `ID/`; the next character after `/` is `0`.
        try run(
            """
            UPDATE refresh_token SET revoked_at = ?
            WHERE (grant_id = ? OR (grant_id >= ? AND grant_id < ?)) AND revoked_at IS NULL
            """, [time, grantID, "\(grantID)/", "\(grantID)0"])
    }
}
