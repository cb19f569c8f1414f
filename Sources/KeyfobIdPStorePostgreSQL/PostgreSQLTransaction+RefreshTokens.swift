#if PostgreSQL
import KeyfobIdPModel
import KeyfobPostgreSQL

extension PostgreSQLTransaction {
    private static var refreshTokenColumns: String {
        """
        token_hash, grant_id, client_id, user_id, tenant_id, scopes, resource, authenticated_at, epoch, session_id,
        contexts, redirect_uri, issued_at, last_used_at, revoked_at, redeemed_at, parent_hash,
        evidence
        """
    }

    private static func refreshToken(_ row: PostgreSQLRow) throws -> RefreshTokenGrant {
        let hash: [UInt8] = try row[0]
        let contexts: String? = try row[10]
        let parent: [UInt8]? = try row[16]
        let evidence: String? = try row[17]
        return try RefreshTokenGrant(
            tokenHash: Array(hash),
            access: AuthorizedAccess(
                grantID: row[1], clientID: row[2], userID: row[3], tenantID: row[4],
                scopes: ScopeColumn.scopes(row[5]), resource: row[6], authenticatedAt: row[7], epoch: row[8],
                sessionID: row[9], contexts: contexts.map(ScopeColumn.scopes), redirectURI: row[11],
                evidence: try evidence.map { try Document.value($0) } ?? .password),
            issuedAt: row[12], lastUsedAt: row[13], revokedAt: row[14], redeemedAt: row[15],
            parentHash: parent.map(Array.init))
    }

    func insert(_ token: RefreshTokenGrant) throws {
        let access = token.access
        try run(
            """
            INSERT INTO refresh_token (\(Self.refreshTokenColumns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
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
        try row("SELECT \(Self.refreshTokenColumns) FROM refresh_token WHERE token_hash = $1", [hash])
            .map(Self.refreshToken)
    }

    func refreshTokens(grantID: String) throws -> [RefreshTokenGrant] {
        try rows(
            "SELECT \(Self.refreshTokenColumns) FROM refresh_token WHERE grant_id = $1 ORDER BY position", [grantID],
            Self.refreshToken)
    }

    func touchRefreshToken(hash: [UInt8], at time: Int64) throws {
        try run("UPDATE refresh_token SET last_used_at = $1 WHERE token_hash = $2", [time, hash])
    }

    func touchRefreshTokens(userID: String, at time: Int64) throws {
        try run("UPDATE refresh_token SET last_used_at = $1 WHERE user_id = $2", [time, userID])
    }

    func markRefreshTokenRedeemed(hash: [UInt8], at time: Int64) throws {
        try run(
            "UPDATE refresh_token SET redeemed_at = $1 WHERE token_hash = $2 AND redeemed_at IS NULL",
            [time, hash])
    }

    func revokeRefreshToken(hash: [UInt8], at time: Int64) throws {
        try run(
            "UPDATE refresh_token SET revoked_at = $1 WHERE token_hash = $2 AND revoked_at IS NULL", [time, hash])
    }

    func revokeRefreshTokens(grantID: String, at time: Int64) throws {
        // Descendants begin with `ID/`; the next character after `/` is `0`.
        try run(
            """
            UPDATE refresh_token SET revoked_at = $1
            WHERE (grant_id = $2 OR (grant_id >= $3 AND grant_id < $4)) AND revoked_at IS NULL
            """, [time, grantID, "\(grantID)/", "\(grantID)0"])
    }
}
#endif
