import GRDB
import KeyfobIdPModel

extension SQLiteTransaction {
    func clockOffset() throws -> Int64 {
        try setting("clock_offset")
    }

    func setClockOffset(_ seconds: Int64) throws {
        try run("UPDATE setting SET value = ? WHERE name = 'clock_offset'", [seconds])
        try raiseDirectoryVersion()
    }

    func forcedErrors() throws -> [ForcedError] {
        try Document.value(try setting("forced_errors"))
    }

    func setForcedErrors(_ errors: [ForcedError]) throws {
        try run("UPDATE setting SET value = ? WHERE name = 'forced_errors'", [try Document.text(of: errors)])
        try raiseDirectoryVersion()
    }

    func purge(_ horizon: PurgeHorizon, atMost count: Int) throws -> Bool {
        var isCut = false
        for table in ExpiringTable.all {
            try run(
                """
                DELETE FROM \(table.name) WHERE \(table.key) IN
                    (SELECT \(table.key) FROM \(table.name) WHERE \(table.moment) < ? LIMIT ?)
                """, [table.horizon(horizon), count])
            if database.changesCount >= count { isCut = true }
        }
        if try purgeDeleted(before: horizon.deleted, atMost: count) { isCut = true }
        return try purgeLog(before: horizon.logged, atMost: count) || isCut
    }
}
