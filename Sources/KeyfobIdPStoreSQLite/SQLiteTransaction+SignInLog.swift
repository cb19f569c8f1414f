import KeyfobIdPModel
import KeyfobSQLite

extension SQLiteTransaction {
    /// The distance between two checks of the log's size, so that a full log costs no deletion at each append.
    private static var entriesBetweenLooks: Int64 { 1000 }
    private static var bytesBetweenLooks: Int64 { 1 << 20 }

    func append(_ entries: [SignInLogEntry]) throws {
        // Each entry contains the size of the log up to its own end: the size of a part is the difference between two
        // ends.
        let last = try row("SELECT sequence, end_byte FROM sign_in ORDER BY sequence DESC LIMIT 1") { row in
            (sequence: row[0] as Int64, end: row[1] as Int64)
        }
        var (sequence, end) = last ?? (0, 0)
        // Another program may have written them; this one never reaches such numbers.
        guard min(sequence, end) >= 0, max(sequence, end) < 1 << 62 else { throw UnreadableRow() }
        for entry in entries {
            let entry = entry.bounded
            let size = entry.size
            (sequence, end) = (sequence + 1, end + size)
            try run(
                """
                INSERT INTO sign_in
                    (sequence, time, event, client_id, redirect_uri, user, tenant_id, scopes, resource, correlation_id,
                    error_code, detail, policies, caller_bundle_id, caller_assurance, device_id, end_byte)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    sequence, entry.time, entry.event, entry.clientID, entry.redirectURI, entry.user, entry.tenantID,
                    ScopeColumn.text(entry.scopes), entry.resource, entry.correlationID, entry.errorCode,
                    entry.detail, entry.policies, entry.callerBundleID, entry.callerAssurance, entry.deviceID, end,
                ])
            if sequence.isMultiple(of: Self.entriesBetweenLooks) {
                try run("DELETE FROM sign_in WHERE sequence <= ?", [sequence - SignInLogLimits.entries])
            }
            if end / Self.bytesBetweenLooks != (end - size) / Self.bytesBetweenLooks {
                try shortenLog(beforeByte: end - SignInLogLimits.bytes)
            }
        }
    }

    /// Removes the entries that end before a byte of the log. It reads only those and one more.
    private func shortenLog(beforeByte start: Int64) throws {
        var last: Int64 = 0
        try statement("SELECT sequence, end_byte FROM sign_in ORDER BY sequence").step { row in
            let end: Int64? = row[1]
            guard let end, end <= start else { return false }
            last = row[0]
            return true
        }
        if last > 0 { try run("DELETE FROM sign_in WHERE sequence <= ?", [last]) }
    }

    /// Removes the oldest entries that are from before a moment. It reads only those and one more.
    ///
    /// - Returns: whether there may be more.
    func purgeLog(before time: Int64, atMost count: Int) throws -> Bool {
        var last: Int64 = 0
        var found = 0
        try statement("SELECT sequence, time FROM sign_in ORDER BY sequence LIMIT ?", [count]).step { row in
            let own: Int64? = row[1]
            guard let own, own < time else { return false }
            last = row[0]
            found += 1
            return true
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

    private static func entry(_ row: StatementRow) throws -> SignInLogEntry {
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
