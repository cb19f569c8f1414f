import Foundation
import GRDB
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobSQLite
import KeyfobStoreSQLite
import KeyfobTesting
import Testing

@Suite("Salvage of a damaged database", .serialized)
struct SalvageTests {
    private static let seed = UInt64(ProcessInfo.processInfo.environment["KEYFOB_SEED"] ?? "") ?? 20_261_121

    @Test("random pages are lost: the store opens, and contains every readable, authentic row and nothing else")
    func randomPages() async throws {
        print("SalvageTests: seed \(Self.seed) (KEYFOB_SEED)")
        let random = SeededRandomSource(seed: Self.seed)
        let original = try await PopulatedHome()
        var kept = 0
        for round in 0..<24 {
            let home = try original.copy()
            var bytes = original.bytes
            for _ in 0...random.below(4) {
                let page = 1 + random.below(bytes.count / 4_096 - 1)
                bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: random.bytes(4_096))
            }
            try bytes.write(to: URL(fileURLWithPath: home.database))
            let readable = try Self.readable(bytes, original)
            let found = try Self.found(home, original.everything)
            for (key, contents) in found {
                #expect(original.everything[key] == contents, "seed \(Self.seed), round \(round): \(key)")
            }
            let missing = readable.subtracting(found.keys)
            #expect(missing.isEmpty, "seed \(Self.seed), round \(round): \(missing.count) of \(readable.count)")
            kept += found.count
            let store = try home.open()
            try await store.add("newcomer", token: "works")
            #expect(try store.token(of: "newcomer") == "works")
        }
        #expect(kept > 24 * original.everything.count / 2)
    }

    @Test(
        "the first page, which locates all others, is lost: every account stays signed in", arguments: [0x00, 0xFF])
    func firstPage(filler: UInt8) async throws {
        let original = try await PopulatedHome()
        let home = try original.copy()
        var bytes = original.bytes
        for offset in 0..<4_096 { bytes[offset] = filler }
        try bytes.write(to: URL(fileURLWithPath: home.database))
        let store = try home.open()
        let aside = try #require(store.setAside)
        #expect(store.salvaged == original.everything.count)
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bytes)
        #expect(try Self.found(home, original.everything) == original.everything)
        #expect(try home.keyFiles().count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.directory)
        #expect(!names.contains { $0.contains(".fresh") || $0.contains(".copy") })
    }

    @Test("a header states more pages than the file has: only those are searched", arguments: [true, false])
    func statedPages(opens: Bool) async throws {
        let home = try TemporaryHome()
        let file = try DatabaseFile(directory: home.directory, name: "credentials.sqlite")
        let schema = DatabaseSchema([.init("one") { try $0.execute(sql: "CREATE TABLE one (x)") }])
        let queue = try file.open(schema).queue
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: home.database))
        let pages = bytes.count / 4_096
        bytes.replaceSubrange(28..<32, with: [0, 4, 0, 0])
        // Without its first bytes the file is no database, and gets the header of a new one.
        if !opens { bytes[0] = 0 }
        try bytes.write(to: URL(fileURLWithPath: home.database))
        let searched = Mutex(0)
        let opened = try file.open(schema) { _, pages, _ in
            searched.withLock { $0 = pages }
            return 0
        }
        #expect(opened.setAside != nil)
        #expect(searched.withLock { $0 } == pages)
    }

    @Test("a row that was changed in the damaged database is refused")
    func forged() async throws {
        let original = try await PopulatedHome()
        let home = try original.copy()
        let queue = try DatabaseQueue(path: home.database)
        try await queue.write { database in
            try database.execute(sql: "UPDATE entity SET username = 'mallory' WHERE kind = 'Account' AND account = 3")
            try database.execute(
                sql: "UPDATE entity SET type = 'signed_out' WHERE kind = 'SignInState' AND account = 4")
        }
        try queue.close()
        try Self.ruinHeader(home)
        let store = try home.open()
        #expect(store.salvaged == original.everything.count - 2)
        #expect(
            try CredentialRules.accounts(in: store, clientID: "client", app: "app").allSatisfy {
                $0.username != "mallory"
            })
    }

    @Test("while the key is unavailable a damaged database stays in place, and is salvaged afterwards")
    func lockedMeanwhile() async throws {
        let original = try await PopulatedHome()
        let home = try original.copy()
        try Self.ruinHeader(home)
        let key = try #require(try home.keyFiles().first)
        try FileManager.default.moveItem(atPath: key, toPath: home.path + "/elsewhere")
        #expect { try home.open() } throws: { error in (error as? AuthError)?.code == .storeLocked }
        let names = try FileManager.default.contentsOfDirectory(atPath: home.directory)
        #expect(!names.contains { $0.contains("damaged") })
        try FileManager.default.moveItem(atPath: home.path + "/elsewhere", toPath: key)
        #expect(try home.open().salvaged == original.everything.count)
    }

    @Test("the record of the key is torn, and its index still has the id: the key is found and its contents are kept")
    func tornRecord() async throws {
        let original = try await PopulatedHome()
        let home = try original.copy()
        let queue = try DatabaseQueue(path: home.database)
        let page = try await queue.read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'sealing_key'") ?? 0
        }
        try queue.close()
        var bytes = original.bytes
        for offset in (page - 1) * 4_096..<page * 4_096 { bytes[offset] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: home.database))
        let store = try home.open()
        #expect(store.salvaged == original.everything.count)
        #expect(try home.open().token(of: "user3") == "token-user3")
        #expect(try home.keyFiles().count == 1)
    }

    @Test("the remains of a killed salvage do not block the next")
    func interrupted() async throws {
        let original = try await PopulatedHome()
        let home = try original.copy()
        try Self.ruinHeader(home)
        for suffix in [".fresh", ".fresh-wal", ".copy", ".copy-wal", ".copy-shm"] {
            let path = home.database + suffix
            #expect(FileManager.default.createFile(atPath: path, contents: Data(repeating: 0x37, count: 5_000)))
        }
        let store = try home.open()
        #expect(store.salvaged == original.everything.count)
        #expect(try Self.found(home, original.everything) == original.everything)
    }

    @Test("processes that had the store open continue in the new one, and all see new writes")
    func bystanders() async throws {
        let original = try await PopulatedHome()
        let home = try original.copy()
        let (reader, writer) = (try home.open(), try home.open())
        #expect(try reader.token(of: "user1") == "token-user1")
        try await writer.add("early", token: "before the damage")
        try await DatabaseQueue(path: home.database).writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try Self.ruinHeader(home)
        let finder = try home.open()
        #expect(finder.setAside != nil)
        for store in [reader, writer, finder] {
            #expect(try store.token(of: "user2") == "token-user2")
            #expect(try store.token(of: "early") == "before the damage")
        }
        try await writer.add("late", token: "after it")
        try await finder.add("later", token: "still after it")
        for store in [reader, writer, finder, try home.open()] {
            #expect(try store.token(of: "late") == "after it")
            #expect(try store.token(of: "later") == "still after it")
        }
    }

    private static func ruinHeader(_ home: TemporaryHome) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: home.database))
        try file.write(contentsOf: Data(repeating: 0, count: 64))
        try file.close()
    }

    /// The rows that plain single-row queries still return from the damaged bytes, including the sealed part.
    private static func readable(_ bytes: Data, _ original: PopulatedHome) throws -> Set<CredentialKey> {
        let damaged = try rows(bytes, original.everything.keys)
        let intact = try rows(original.bytes, original.everything.keys)
        return Set(damaged.filter { intact[$0.key] == $0.value }.keys)
    }

    private static func rows(_ bytes: Data, _ keys: some Sequence<CredentialKey>) throws -> [CredentialKey: Row] {
        let place = try TemporaryHome()
        let path = place.path + "/damaged.sqlite"
        try bytes.write(to: URL(fileURLWithPath: path))
        let sql = """
            SELECT s.content, e.* FROM account a JOIN entity e ON e.account = a.id JOIN sealed s ON s.id = e.sealed
            WHERE a.home = ? AND e.name = ?
            """
        return try DatabaseQueue(path: path).unsafeRead { database in
            let keyIsThere = ["SELECT probe FROM sealing_key NOT INDEXED", "SELECT id FROM sealing_key ORDER BY id"]
                .contains { ((try? Row.fetchOne(database, sql: $0)) ?? nil) != nil }
            guard keyIsThere else { return [:] }
            var rows: [CredentialKey: Row] = [:]
            for key in keys {
                rows[key] = try? Row.fetchOne(database, sql: sql, arguments: [key.homeAccountID, key.name])
            }
            return rows
        }
    }

    /// Everything that the store returns, queried again after it has checked for damage.
    private static func found(
        _ home: TemporaryHome, _ everything: [CredentialKey: String]
    ) throws -> [CredentialKey: String] {
        let store = try home.open()
        let homes = Set(everything.keys.map(\.homeAccountID))
        for _ in 0..<4 {
            if let found = try Self.found(store, homes) { return found }
        }
        Issue.record("the store is damaged again and again")
        return [:]
    }

    private static func found(
        _ store: SQLiteCredentialStore, _ homes: Set<String>
    ) throws(AuthError) -> [CredentialKey: String]? {
        var found: [CredentialKey: String] = [:]
        do throws(AuthError) {
            for home in homes {
                for entity in try store.partition(homeAccountID: home)?.entities ?? [] {
                    found[entity.key] = try? PopulatedHome.text(entity)
                }
            }
        } catch {
            guard error.message.contains("damaged") else { throw error }
            return nil
        }
        return found
    }
}
