import Foundation
import GRDB
import KeyfobIdPCore

extension SQLiteTransaction {
    func insert(_ token: RefreshTokenGrant) throws {
        let access = token.access
        try run(
            """
            INSERT INTO refresh_token
                (token_hash, grant_id, client_id, user_id, tenant_id, scopes, resource, authenticated_at, epoch,
                session_id, redirect_uri, issued_at, last_used_at, revoked_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                Data(token.tokenHash), access.grantID, access.clientID, access.userID, access.tenantID,
                ScopeColumn.text(access.scopes), access.resource, access.authenticatedAt, access.epoch,
                access.sessionID, access.redirectURI, token.issuedAt, token.lastUsedAt, token.revokedAt,
            ])
    }

    func refreshToken(hash: [UInt8]) throws -> RefreshTokenGrant? {
        try row(
            """
            SELECT grant_id, client_id, user_id, tenant_id, scopes, resource, authenticated_at, epoch,
                session_id, redirect_uri, issued_at, last_used_at, revoked_at
            FROM refresh_token WHERE token_hash = ?
            """, [Data(hash)]
        ).map { row in
            RefreshTokenGrant(
                tokenHash: hash,
                access: AuthorizedAccess(
                    grantID: row[0], clientID: row[1], userID: row[2], tenantID: row[3],
                    scopes: ScopeColumn.scopes(row[4]), resource: row[5], authenticatedAt: row[6], epoch: row[7],
                    sessionID: row[8], redirectURI: row[9]),
                issuedAt: row[10], lastUsedAt: row[11], revokedAt: row[12])
        }
    }

    func touchRefreshToken(hash: [UInt8], at time: Int64) throws {
        try run("UPDATE refresh_token SET last_used_at = ? WHERE token_hash = ?", [time, Data(hash)])
    }

    func touchRefreshTokens(userID: String, at time: Int64) throws {
        try run("UPDATE refresh_token SET last_used_at = ? WHERE user_id = ?", [time, userID])
    }

    func revokeRefreshTokens(grantID: String, at time: Int64) throws {
        try run(
            "UPDATE refresh_token SET revoked_at = ? WHERE grant_id = ? AND revoked_at IS NULL", [time, grantID])
    }
}
