#if PostgreSQL
import KeyfobIdPModel
import KeyfobPostgreSQL

extension PostgreSQLTransaction {
    func clockOffset() throws -> Int64 {
        guard let row = try row("SELECT number FROM setting WHERE name = 'clock_offset'") else {
            throw PostgreSQLError(.unreadable)
        }
        return try row[0]
    }

    func setClockOffset(_ seconds: Int64) throws {
        try run("UPDATE setting SET number = $1 WHERE name = 'clock_offset'", [seconds])
        try raiseDirectoryVersion()
    }

    func forcedErrors() throws -> [ForcedError] {
        guard let row = try row("SELECT document FROM setting WHERE name = 'forced_errors'") else {
            throw PostgreSQLError(.unreadable)
        }
        return try Document.value(row[0])
    }

    func setForcedErrors(_ errors: [ForcedError]) throws {
        try run("UPDATE setting SET document = $1 WHERE name = 'forced_errors'", [try Document.text(of: errors)])
        try raiseDirectoryVersion()
    }

    func purge(_ horizon: PurgeHorizon, atMost count: Int) throws -> Bool {
        // Before any work: without it, the transaction begins again.
        _ = try logHorizon()
        var isCut = false
        for table in ExpiringTable.all {
            // Rows that a request or another node uses now are left for the next time.
            let removed = try run(
                """
                DELETE FROM \(table.name) WHERE \(table.key) IN
                    (SELECT \(table.key) FROM \(table.name) WHERE \(table.moment) < $1 LIMIT $2
                        FOR UPDATE SKIP LOCKED)
                """, [table.horizon(horizon), count]
            ).changes
            if removed >= count { isCut = true }
        }
        if try purgeDeleted(before: horizon.deleted, atMost: count) { isCut = true }
        return try purgeLog(before: horizon.logged, atMost: count) || isCut
    }

    /// Removes the rows of an address beyond the limit: the one that would expire first makes room.
    func limitWaiting(_ table: WaitingTable, address: String) throws {
        try run(
            """
            DELETE FROM \(table.rawValue) WHERE \(table.key) IN (SELECT \(table.key) FROM \(table.rawValue)
                WHERE address = $1 ORDER BY expires_at DESC OFFSET $2)
            """, [address, PendingLimits.perAddress])
    }
}

/// A table whose rows wait for a user, and are limited for each address.
enum WaitingTable: String {
    case pendingSignIn = "pending_sign_in"
    case deviceCode = "device_code"

    var key: String { self == .pendingSignIn ? "id_hash" : "code_hash" }
}
#endif
