import GRDB
import KeyfobIdPCore

extension SQLiteTransaction {
    func clockOffset() throws -> Int64 {
        guard let row = try row("SELECT value FROM setting WHERE name = 'clock_offset'") else {
            throw UnreadableRow()
        }
        return row[0]
    }

    func setClockOffset(_ seconds: Int64) throws {
        try run("UPDATE setting SET value = ? WHERE name = 'clock_offset'", [seconds])
        try raiseDirectoryVersion()
    }

    func forcedErrors() throws -> [ForcedError] {
        guard let row = try row("SELECT value FROM setting WHERE name = 'forced_errors'") else {
            throw UnreadableRow()
        }
        return try Document.value(row[0])
    }

    func setForcedErrors(_ errors: [ForcedError]) throws {
        try run("UPDATE setting SET value = ? WHERE name = 'forced_errors'", [try Document.text(of: errors)])
        try raiseDirectoryVersion()
    }

    func purge(expiredBefore time: Int64, refreshTokensUsedBefore idle: Int64) throws {
        for table in [
            "session", "pending_sign_in", "authorization_code", "device_code", "nonce", "primary_refresh_token",
        ] {
            try run("DELETE FROM \(table) WHERE expires_at < ?", [time])
        }
        try run("DELETE FROM refresh_token WHERE last_used_at < ?", [idle])
    }
}
