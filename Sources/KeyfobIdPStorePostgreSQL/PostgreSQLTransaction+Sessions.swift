#if PostgreSQL
import KeyfobIdPModel
import KeyfobPostgreSQL

extension PostgreSQLTransaction {
    func consents(tenantID: String, userID: String, clientID: String) throws -> [Consent] {
        try rows(
            """
            SELECT resource_id, scopes, refused FROM consent WHERE user_id = $1 AND client_id = $2 AND tenant_id = $3
            ORDER BY position
            """, [userID, clientID, tenantID]
        ) { row in
            try Consent(
                tenantID: tenantID, userID: userID, clientID: clientID, resourceID: row[0],
                scopes: ScopeColumn.scopes(row[1]), refused: ScopeColumn.scopes(row[2]))
        }
    }

    func effectiveConsents(tenantID: String, userID: String, clientID: String) throws -> [Consent] {
        try rows(
            """
            SELECT user_id, resource_id, scopes, refused FROM consent
            WHERE user_id IN ($1, $2) AND client_id = $3 AND tenant_id = $4
            ORDER BY position
            """, [userID, Consent.everyone, clientID, tenantID]
        ) { row in
            try Consent(
                tenantID: tenantID, userID: row[0], clientID: clientID, resourceID: row[1],
                scopes: ScopeColumn.scopes(row[2]), refused: ScopeColumn.scopes(row[3]))
        }
    }

    func put(_ consent: Consent) throws {
        if consent.scopes.isEmpty, consent.refused.isEmpty {
            try run(
                "DELETE FROM consent WHERE user_id = $1 AND client_id = $2 AND tenant_id = $3 AND resource_id = $4",
                [consent.userID, consent.clientID, consent.tenantID, consent.resourceID])
        } else {
            try run(
                """
                INSERT INTO consent (user_id, client_id, tenant_id, resource_id, scopes, refused)
                VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (user_id, client_id, tenant_id, resource_id) DO UPDATE SET scopes = excluded.scopes,
                    refused = excluded.refused
                """,
                [
                    consent.userID, consent.clientID, consent.tenantID, consent.resourceID,
                    ScopeColumn.text(consent.scopes), ScopeColumn.text(consent.refused),
                ])
        }
    }

    func session(idHash: [UInt8]) throws -> BrowserSession? {
        try row("SELECT document FROM session WHERE id_hash = $1", [idHash]).map { try Document.value($0[0]) }
    }

    func put(_ session: BrowserSession) throws {
        if session.accounts.isEmpty {
            try run("DELETE FROM session WHERE id_hash = $1", [session.idHash])
        } else {
            try run(
                """
                INSERT INTO session (id_hash, expires_at, document) VALUES ($1, $2, $3)
                ON CONFLICT (id_hash) DO UPDATE SET expires_at = excluded.expires_at, document = excluded.document
                """,
                [session.idHash, session.expiresAt, try Document.text(of: session)])
        }
    }

    func pendingSignIn(idHash: [UInt8]) throws -> PendingSignIn? {
        try row("SELECT document FROM pending_sign_in WHERE id_hash = $1", [idHash])
            .map { try Document.value($0[0]) }
    }

    func put(_ pending: PendingSignIn) throws {
        try run(
            """
            INSERT INTO pending_sign_in (id_hash, expires_at, address, document) VALUES ($1, $2, $3, $4)
            ON CONFLICT (id_hash) DO UPDATE SET expires_at = excluded.expires_at, address = excluded.address,
                document = excluded.document
            """,
            [pending.idHash, pending.expiresAt, pending.address, try Document.text(of: pending)])
        if let address = pending.address { rest.waiting.append((.pendingSignIn, address)) }
    }

    func removePendingSignIn(idHash: [UInt8]) throws {
        try run("DELETE FROM pending_sign_in WHERE id_hash = $1", [idHash])
    }
}
#endif
