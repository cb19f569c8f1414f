import KeyfobIdPModel

extension SQLiteTransaction {
    func consents(tenantID: String, userID: String, clientID: String) throws -> [Consent] {
        try rows(
            """
            SELECT resource_id, scopes, refused FROM consent WHERE user_id = ? AND client_id = ? AND tenant_id = ?
            ORDER BY position
            """, [userID, clientID, tenantID]
        ) { row in
            Consent(
                tenantID: tenantID, userID: userID, clientID: clientID, resourceID: row[0],
                scopes: ScopeColumn.scopes(row[1]), refused: ScopeColumn.scopes(row[2]))
        }
    }

    func effectiveConsents(tenantID: String, userID: String, clientID: String) throws -> [Consent] {
        // SQLite would make a temporary table for IN, and one for ORDER BY.
        try rows(
            """
            SELECT user_id, resource_id, scopes, refused, position FROM consent
            WHERE user_id = ?1 AND client_id = ?3 AND tenant_id = ?4
            UNION ALL
            SELECT user_id, resource_id, scopes, refused, position FROM consent
            WHERE user_id = ?2 AND client_id = ?3 AND tenant_id = ?4
            """, [userID, Consent.everyone, clientID, tenantID]
        ) { row in
            let consent = Consent(
                tenantID: tenantID, userID: row[0], clientID: clientID, resourceID: row[1],
                scopes: ScopeColumn.scopes(row[2]), refused: ScopeColumn.scopes(row[3]))
            return (consent: consent, position: row[4] as Int64)
        }.sorted { $0.position < $1.position }.map(\.consent)
    }

    func put(_ consent: Consent) throws {
        if consent.scopes.isEmpty, consent.refused.isEmpty {
            try run(
                "DELETE FROM consent WHERE user_id = ? AND client_id = ? AND tenant_id = ? AND resource_id = ?",
                [consent.userID, consent.clientID, consent.tenantID, consent.resourceID])
        } else {
            try run(
                """
                INSERT INTO consent (user_id, client_id, tenant_id, resource_id, scopes, refused)
                VALUES (?, ?, ?, ?, ?, ?)
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
        try row("SELECT document FROM session WHERE id_hash = ?", [idHash]) { try Document.value($0[0]) }
    }

    func put(_ session: BrowserSession) throws {
        if session.accounts.isEmpty {
            try run("DELETE FROM session WHERE id_hash = ?", [session.idHash])
        } else {
            try run(
                "INSERT OR REPLACE INTO session (id_hash, expires_at, document) VALUES (?, ?, ?)",
                [session.idHash, session.expiresAt, try Document.text(of: session)])
        }
    }

    func pendingSignIn(idHash: [UInt8]) throws -> PendingSignIn? {
        try row("SELECT document FROM pending_sign_in WHERE id_hash = ?", [idHash]) { try Document.value($0[0]) }
    }

    func put(_ pending: PendingSignIn) throws {
        try run(
            "INSERT OR REPLACE INTO pending_sign_in (id_hash, expires_at, address, document) VALUES (?, ?, ?, ?)",
            [pending.idHash, pending.expiresAt, pending.address, try Document.text(of: pending)])
        guard let address = pending.address else { return }
        try run(
            """
            DELETE FROM pending_sign_in WHERE id_hash IN (SELECT id_hash FROM pending_sign_in
                WHERE address = ? ORDER BY expires_at DESC LIMIT -1 OFFSET ?)
            """, [address, PendingLimits.perAddress])
    }

    func removePendingSignIn(idHash: [UInt8]) throws {
        try run("DELETE FROM pending_sign_in WHERE id_hash = ?", [idHash])
    }
}
