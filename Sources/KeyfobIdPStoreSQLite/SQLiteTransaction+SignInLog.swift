import GRDB
import KeyfobIdPModel

extension SQLiteTransaction {
    /// The distance between two checks of the log's size, so that a full log costs no deletion at each append.
    private static var entriesBetweenLooks: Int64 { 1000 }
    private static var bytesBetweenLooks: Int64 { 1 << 20 }

    func append(_ entries: [SignInLogEntry]) throws {
        for entry in entries.map(\.bounded) {
            // Each entry contains the size of the log up to its own end: the size of a part is the difference between
            // two ends.
            let written = try row(
                """
                INSERT INTO sign_in
                    (time, event, client_id, redirect_uri, user, tenant_id, scopes, resource, correlation_id,
                    error_code, detail, policies, caller_bundle_id, caller_assurance, device_id, end_byte)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                    ? + COALESCE((SELECT end_byte FROM sign_in ORDER BY sequence DESC LIMIT 1), 0))
                RETURNING sequence, end_byte
                """,
                [
                    entry.time, entry.event, entry.clientID, entry.redirectURI, entry.user, entry.tenantID,
                    ScopeColumn.text(entry.scopes), entry.resource, entry.correlationID, entry.errorCode,
                    entry.detail, entry.policies, entry.callerBundleID, entry.callerAssurance, entry.deviceID,
                    entry.size,
                ])
            guard let written else { throw UnreadableRow() }
            let (sequence, end): (Int64, Int64) = (written[0], written[1])
            if sequence.isMultiple(of: Self.entriesBetweenLooks) {
                try run("DELETE FROM sign_in WHERE sequence <= ?", [sequence - SignInLogLimits.entries])
            }
            if end / Self.bytesBetweenLooks != (end - entry.size) / Self.bytesBetweenLooks {
                try shortenLog(beforeByte: end - SignInLogLimits.bytes)
            }
        }
    }

    /// Removes the entries that end before a byte of the log. It reads only those and one more.
    private func shortenLog(beforeByte start: Int64) throws {
        let cursor = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT sequence, end_byte FROM sign_in ORDER BY sequence"))
        var last: Int64 = 0
        while let row = try cursor.next(), let end: Int64 = row[1], end <= start { last = row[0] }
        if last > 0 { try run("DELETE FROM sign_in WHERE sequence <= ?", [last]) }
    }

    /// Removes the oldest entries that are from before a moment. It reads only those and one more.
    ///
    /// - Returns: whether there may be more.
    func purgeLog(before time: Int64, atMost count: Int) throws -> Bool {
        let cursor = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT sequence, time FROM sign_in ORDER BY sequence LIMIT ?"),
            arguments: [count])
        var last: Int64 = 0
        var found = 0
        while let row = try cursor.next(), let own: Int64 = row[1], own < time {
            last = row[0]
            found += 1
        }
        if found > 0 { try run("DELETE FROM sign_in WHERE sequence <= ?", [last]) }
        return found == count
    }

    func signIns(after sequence: Int64, limit: Int) throws -> [SignInLogEntry] {
        try rows(
            "SELECT \(Self.logColumns) FROM sign_in WHERE sequence > ? ORDER BY sequence LIMIT ?",
            [sequence, max(0, limit)], Self.entry)
    }

    func signIns(before sequence: Int64, limit: Int) throws -> [SignInLogEntry] {
        try rows(
            "SELECT \(Self.logColumns) FROM sign_in WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
            [sequence, max(0, limit)], Self.entry)
    }

    private static var logColumns: String {
        """
        sequence, time, event, client_id, redirect_uri, user, tenant_id, scopes, resource, correlation_id,
        error_code, detail, policies, caller_bundle_id, caller_assurance, device_id
        """
    }

    private static func entry(_ row: Row) throws -> SignInLogEntry {
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
