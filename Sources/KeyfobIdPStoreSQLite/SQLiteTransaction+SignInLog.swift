import GRDB
import KeyfobIdPCore

extension SQLiteTransaction {
    private static var longestLog: Int64 { 100_000 }

    func append(_ entries: [SignInLogEntry]) throws {
        for entry in entries {
            try run(
                """
                INSERT INTO sign_in
                    (time, event, client_id, redirect_uri, user, tenant_id, scopes, resource, correlation_id,
                    error_code, detail, policies, caller_bundle_id, caller_assurance, device_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    entry.time, entry.event, entry.clientID, entry.redirectURI, entry.user, entry.tenantID,
                    ScopeColumn.text(entry.scopes), entry.resource, entry.correlationID, entry.errorCode,
                    entry.detail, entry.policies, entry.callerBundleID, entry.callerAssurance, entry.deviceID,
                ])
            // A thousand at a time, so that a full log costs no deletion at each append.
            let sequence = database.lastInsertedRowID
            if sequence.isMultiple(of: 1000) {
                try run("DELETE FROM sign_in WHERE sequence <= ?", [sequence - Self.longestLog])
            }
        }
    }

    func signIns(after sequence: Int64, limit: Int) throws -> [SignInLogEntry] {
        try rows(
            """
            SELECT sequence, time, event, client_id, redirect_uri, user, tenant_id, scopes, resource, correlation_id,
                error_code, detail, policies, caller_bundle_id, caller_assurance, device_id
            FROM sign_in WHERE sequence > ? ORDER BY sequence LIMIT ?
            """, [sequence, max(0, limit)]
        ) { row in
            guard let event = SignInEvent(rawValue: row[2]) else { throw UnreadableRow() }
            var entry = SignInLogEntry(
                sequence: row[0], time: row[1], event: event, clientID: row[3], redirectURI: row[4], user: row[5],
                tenantID: row[6], scopes: ScopeColumn.scopes(row[7]), resource: row[8], correlationID: row[9],
                errorCode: row[10], detail: row[11], policies: row[12])
            entry.callerBundleID = row[13]
            entry.callerAssurance = row[14]
            entry.deviceID = row[15]
            return entry
        }
    }
}
