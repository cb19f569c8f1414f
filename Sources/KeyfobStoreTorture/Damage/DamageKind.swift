import Foundation
import GRDB
import KeyfobTesting

/// A kind of damage to a store's files.
enum DamageKind: String, CaseIterable {
    case zeros, ones, noise, bits, truncated, longer, swappedPages, doubledPage, oldPages, headerBytes, header, oneField
    case wrongType, wrongSchema, lostRows, spoiltLog, foreignLog, cutLog, sideFiles

    /// Damages a copy.
    func spoil(_ copy: DamageCopy, of original: DamageOriginal, _ random: inout SplitMix) throws {
        var bytes = original.database
        let pages = bytes.count / 4_096
        switch self {
        case .zeros, .ones, .noise:
            for _ in 0...random.below(2) { fill(&bytes, &random) }
        case .bits:
            for _ in 0...random.below(8) { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
        case .truncated: bytes.removeLast(random.below(bytes.count))
        case .longer: bytes += (0..<random.below(9_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case .swappedPages:
            let (one, other) = (page(random.below(pages)), page(random.below(pages)))
            let kept = Array(bytes[one])
            bytes.replaceSubrange(one, with: Array(bytes[other]))
            bytes.replaceSubrange(other, with: kept)
        case .doubledPage:
            bytes.replaceSubrange(page(random.below(pages)), with: Array(bytes[page(random.below(pages))]))
        case .oldPages:
            let former = original.earlier.database
            for _ in 0...random.below(4) {
                let page = page(random.below(min(pages, former.count / 4_096)))
                bytes.replaceSubrange(page, with: former[page])
            }
        case .headerBytes:
            for _ in 0...random.below(3) { bytes[random.below(100)] = UInt8(truncatingIfNeeded: random.next()) }
        case .header: for offset in 0..<100 { bytes[offset] = UInt8(truncatingIfNeeded: random.next()) }
        case .oneField: spoilField(&bytes, &random)
        case .wrongType, .wrongSchema, .lostRows: return try perform(statement(&random), on: copy)
        case .spoiltLog, .foreignLog, .cutLog: return try spoilLog(copy, original, &random)
        case .sideFiles:
            for suffix in ["-shm", "-wal", ".lock", ".turn"] where random.below(2) == 0 {
                try copy.put((0..<random.below(70_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }, suffix)
            }
            return
        }
        try copy.put(bytes, "")
    }

    private func page(_ number: Int) -> Range<Int> { number * 4_096..<(number + 1) * 4_096 }

    private func fill(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let start = random.below(bytes.count)
        for offset in start..<min(bytes.count, start + 1 + random.below(12_000)) {
            bytes[offset] =
                switch self {
                case .zeros: 0
                case .ones: 0xFF
                default: UInt8(truncatingIfNeeded: random.next())
                }
        }
    }

    /// Changes a few adjacent bytes in the header of a page, or in its array of cell offsets.
    private func spoilField(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let start = random.below(bytes.count / 4_096) * 4_096 + random.below(40)
        for offset in start..<start + 1 + random.below(3) { bytes[offset] = UInt8(truncatingIfNeeded: random.next()) }
    }

    private func spoilLog(_ copy: DamageCopy, _ original: DamageOriginal, _ random: inout SplitMix) throws {
        try copy.put(original.earlier.database, "")
        var log = original.earlier.log
        switch self {
        case .cutLog: log.removeLast(random.below(log.count))
        case .foreignLog:
            // The log of a database that has changed since, or of another database.
            try copy.put(original.database, "")
            if random.below(2) == 0 { log = log.map { $0 ^ 0x5A } }
        default: for _ in 0...random.below(6) { log[random.below(log.count)] ^= 1 << UInt8(random.below(8)) }
        }
        try copy.put(log, "-wal")
    }

    private func statement(_ random: inout SplitMix) -> String {
        func pick(_ list: [String]) -> String { list[random.below(list.count)] }
        let table = pick(["account", "entity", "entity", "sealed", "sealing_key", "grdb_migrations"])
        let column: String =
            switch table {
            case "account": pick(["id", "home"])
            case "entity":
                pick(["account", "name", "kind", "stamp", "sealed", "environment", "client", "realm", "expires_on"])
            case "sealed": pick(["id", "content"])
            case "sealing_key": pick(["id", "place", "probe", "made_at"])
            default: "identifier"
            }
        let few = "rowid % \(1 + random.below(4)) = 0"
        switch self {
        case .wrongType:
            let value = pick([
                "NULL", "x'00ff'", "'text'", "17", "1.5", "-9223372036854775808", "zeroblob(70000)", "''",
            ])
            let rows = table == "entity" ? "account % \(1 + random.below(4)) = 0" : few
            return "UPDATE OR IGNORE \(table) SET \(column) = \(value) WHERE \(rows)"
        case .lostRows:
            return "DELETE FROM \(table)" + (table == "entity" || random.below(2) == 0 ? "" : " WHERE \(few)")
        default:
            return pick([
                "DROP TABLE \(table)", "ALTER TABLE \(table) RENAME TO other",
                "ALTER TABLE \(table) RENAME COLUMN \(column) TO other", "CREATE TABLE stranger (x)",
                "PRAGMA user_version = 77", "DELETE FROM grdb_migrations",
                "UPDATE grdb_migrations SET identifier = 'credentjals-1'", "CREATE VIEW v AS SELECT * FROM nowhere",
                "CREATE TRIGGER t BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'no'); END",
                """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = replace(sql, '\(column)', '\(column)x') WHERE name = '\(table)'
                """,
                "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE type = 'index'",
                "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = rootpage + 1 WHERE name = '\(table)'",
            ])
        }
    }

    /// Executes a statement that the store never uses, without the constraints of the tables.
    private func perform(_ sql: String, on copy: DamageCopy) throws {
        let queue = try DatabaseQueue(path: copy.database)
        try queue.writeWithoutTransaction { database in
            if self == .wrongType {
                try database.execute(
                    sql: """
                        PRAGMA writable_schema = ON;
                        UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table';
                        PRAGMA schema_version = 90
                        """)
            }
            // Some statements are invalid; then nothing is damaged.
            try? database.execute(sql: sql)
            if self == .wrongType {
                let rest = """
                    UPDATE sqlite_master SET sql = replace(replace(sql, 'home TEXT', 'home TEXT NOT NULL'),
                        'content BLOB', 'content BLOB NOT NULL') WHERE type = 'table'
                    """
                try? database.execute(sql: rest)
            }
        }
        try queue.close()
    }
}
