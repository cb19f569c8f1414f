#if PostgreSQL
import KeyfobIdPModel
import KeyfobPostgreSQL

/// The sign-in log.
///
/// Readers page through it by sequence number, and must not miss an entry. A number from a counter would not do: one
/// that every transaction keeps locked until its commit makes them wait for each other's disk, and numbers of an
/// identity column become visible out of order, so that a reader who has seen 7 would never see 6.
///
/// So an entry contains the id of its transaction, and its sequence number is its rank in the order of transaction id
/// and position, counted from the first entry that ever was. The log ends before the oldest transaction of a node that
/// still runs (``LogHorizon``): every later commit has a greater id and comes after what a reader has seen. An entry
/// appears when all transactions that began to write before it have ended, which takes milliseconds, and the numbers
/// have no gap.
extension PostgreSQLTransaction {
    /// The first parameter is the horizon.
    private static var settled: String { "transaction_id < $1::text::xid8" }

    /// - Throws: ``LogHorizon/Missing`` if the transaction began without one; then it runs again.
    func logHorizon() throws -> String {
        guard let horizon else { throw LogHorizon.Missing() }
        return horizon.transactionID
    }

    func append(_ entries: [SignInLogEntry]) throws {
        for entry in entries.map(\.bounded) {
            try run(
                """
                INSERT INTO sign_in
                    (time, event, client_id, redirect_uri, "user", tenant_id, scopes, resource, correlation_id,
                    error_code, detail, policies, caller_bundle_id, caller_assurance, device_id, size)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
                """,
                [
                    entry.time, entry.event, entry.clientID, entry.redirectURI, entry.user, entry.tenantID,
                    ScopeColumn.text(entry.scopes), entry.resource, entry.correlationID, entry.errorCode,
                    entry.detail, entry.policies, entry.callerBundleID, entry.callerAssurance, entry.deviceID,
                    entry.size,
                ])
            rest.log.entries += 1
            rest.log.bytes += entry.size
        }
    }

    func signIns(after sequence: Int64, limit: Int) throws -> [SignInLogEntry] {
        let horizon = try logHorizon()
        let removed = try removedEntries()
        let first = max(sequence, removed)
        var number = first
        var last: LogMarks.Mark?
        func entry(_ row: PostgreSQLRow) throws -> SignInLogEntry {
            number += 1
            last = try LogMarks.Mark(sequence: number, transactionID: row[15], position: row[16])
            return try Self.entry(row, sequence: number)
        }
        // Without another name, ORDER BY would sort by the text.
        let columns = "\(Self.logColumns), transaction_id::text AS mark, position"
        let found: [SignInLogEntry]
        if let mark = marks?.mark(at: first) {
            found = try rows(
                """
                SELECT \(columns) FROM sign_in
                WHERE (transaction_id, position) > ($2::text::xid8, $3) AND \(Self.settled)
                ORDER BY transaction_id, position LIMIT $4
                """, [horizon, mark.transactionID, mark.position, max(0, limit)], entry)
        } else {
            found = try rows(
                """
                SELECT \(columns) FROM sign_in WHERE position IN (
                    SELECT position FROM sign_in WHERE \(Self.settled) ORDER BY transaction_id, position
                    OFFSET $2 LIMIT $3)
                ORDER BY transaction_id, position
                """, [horizon, first - removed, max(0, limit)], entry)
        }
        if let last { marks?.add(last) }
        return found
    }

    func signIns(before sequence: Int64, limit: Int) throws -> [SignInLogEntry] {
        let horizon = try logHorizon()
        let removed = try removedEntries()
        let count: Int64 = try row("SELECT count(*) FROM sign_in WHERE \(Self.settled)", [horizon])?[0] ?? 0
        let last = removed + count
        var number = min(last, max(sequence, 1) - 1) + 1
        return try rows(
            """
            SELECT \(Self.logColumns) FROM sign_in WHERE position IN (
                SELECT position FROM sign_in WHERE \(Self.settled) ORDER BY transaction_id DESC, position DESC
                OFFSET $2 LIMIT $3)
            ORDER BY transaction_id DESC, position DESC
            """, [horizon, last - number + 1, max(0, limit)]
        ) { row in
            number -= 1
            return try Self.entry(row, sequence: number)
        }
    }

    /// Removes the oldest entries that are from before a moment.
    ///
    /// - Returns: whether there may be more.
    func purgeLog(before time: Int64, atMost count: Int) throws -> Bool {
        let found = try run(
            """
            DELETE FROM sign_in WHERE position IN (SELECT position FROM (
                SELECT position, bool_and(time < $2) OVER (ORDER BY transaction_id, position) AS is_old FROM (
                    SELECT transaction_id, position, time FROM sign_in WHERE \(Self.settled)
                    ORDER BY transaction_id, position LIMIT $3) AS oldest) AS ordered WHERE is_old)
            """, [try logHorizon(), time, count]
        ).changes
        try countRemoved(found)
        return found == count
    }

    /// Removes the oldest entries beyond the limits of the log, if no other node does so at the moment. Not for a
    /// serialisable transaction: it reads every entry.
    func limitLog() throws {
        try connection.transaction { _ in
            let isFree: Bool =
                try row("SELECT pg_try_advisory_xact_lock($1)", [PostgreSQLIdPSchema.logLock])?[0] ?? false
            guard isFree else { return }
            // Each statement has a snapshot of its own here.
            let horizon = try LogHorizon(connection).transactionID
            let removed = try run(
                """
                DELETE FROM sign_in WHERE position IN (SELECT position FROM (
                    SELECT position, row_number() OVER newest AS entries, sum(size) OVER newest AS bytes
                    FROM sign_in WHERE \(Self.settled)
                    WINDOW newest AS (ORDER BY transaction_id DESC, position DESC)) AS counted
                WHERE entries > $2 OR bytes > $3::bigint)
                """, [horizon, SignInLogLimits.entries, SignInLogLimits.bytes]
            ).changes
            try countRemoved(removed)
        }
    }

    /// Makes the entries of a restored backup readable: their transaction ids are those of another server, and may be
    /// greater than those of this one. They keep their order and numbers.
    func adoptRestoredLog() throws {
        try run(
            """
            WITH restored AS (DELETE FROM keyfob_idp.sign_in WHERE EXISTS (
                SELECT 1 FROM keyfob_idp.sign_in WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot()))
                RETURNING *)
            INSERT INTO keyfob_idp.sign_in (transaction_id, \(Self.logColumns), size)
            SELECT '3'::xid8, \(Self.logColumns), size FROM restored ORDER BY transaction_id, position
            """)
    }

    func removedEntries() throws -> Int64 {
        guard let row = try row("SELECT entries FROM sign_in_removed") else { throw PostgreSQLError(.unreadable) }
        return try row[0]
    }

    private func countRemoved(_ count: Int) throws {
        if count > 0 { try run("UPDATE sign_in_removed SET entries = entries + $1", [count]) }
    }

    static var logColumns: String {
        """
        time, event, client_id, redirect_uri, "user", tenant_id, scopes, resource, correlation_id, error_code, detail,
        policies, caller_bundle_id, caller_assurance, device_id
        """
    }

    static func entry(_ row: PostgreSQLRow, sequence: Int64) throws -> SignInLogEntry {
        guard let event = SignInEvent(rawValue: try row[1]) else { throw PostgreSQLError(.unreadable) }
        var entry = try SignInLogEntry(
            sequence: sequence, time: row[0], event: event, clientID: row[2], redirectURI: row[3], user: row[4],
            tenantID: row[5], scopes: ScopeColumn.scopes(row[6]), resource: row[7], correlationID: row[8],
            errorCode: row[9], detail: row[10], policies: row[11])
        entry.callerBundleID = try row[12]
        entry.callerAssurance = try row[13]
        entry.deviceID = try row[14]
        return entry
    }
}
#endif
