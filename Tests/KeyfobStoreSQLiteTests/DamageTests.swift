import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite
import KeyfobStoreSQLite
import Testing

@Suite("Damaged and foreign files")
struct DamageTests {
    /// Ways to damage a database file.
    enum Damage: String, CaseIterable {
        case garbage, truncated, header, allButTheFirstPages
    }

    @Test(
        "a damaged database is set aside complete, readable content is kept, and the store reports it",
        arguments: Damage.allCases
    )
    func damaged(_ damage: Damage) async throws {
        let home = try TemporaryHome()
        try filled(home)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: home.database))
        switch damage {
        case .garbage: bytes = Data(repeating: 0x41, count: bytes.count)
        case .truncated: bytes = bytes.prefix(bytes.count / 2)
        case .allButTheFirstPages: for offset in bytes.indices.dropFirst(2 * 4_096) { bytes[offset] = 0xFF }
        case .header: bytes.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
        }
        try overwrite(home.database, bytes)
        let store = try home.open()
        let aside = try #require(store.setAside)
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bytes)
        let left = try store.homeAccountIDs()
        switch damage {
        case .garbage, .allButTheFirstPages: #expect(left.isEmpty && store.salvaged == 0)
        case .header: #expect(left.count == 200)
        case .truncated: #expect(left.count < 200)
        }
        for account in left {
            let name = account.dropLast(".tenant".count)
            let token = try store.token(of: String(name))
            #expect(token == nil || token == "token-\(name)")
        }
        try await store.add("ada", token: "again")
        #expect(try home.open().token(of: "ada") == "again")
    }

    @Test("damage that is found while in use gives one clear error, and the next call works on a fresh store")
    func damagedInUse() async throws {
        let home = try TemporaryHome()
        try filled(home)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: home.database))
        for offset in bytes.indices.dropFirst(bytes.count / 2) { bytes[offset] = 0xFF }
        try overwrite(home.database, bytes)
        let store = try home.open()
        #expect { for number in 0..<200 { _ = try store.token(of: "user\(number)") } } throws: { error in
            guard let error = error as? AuthError else { return false }
            return error.code == .storeUnavailable && error.message.contains("set aside as")
        }
        for number in 0..<200 {
            let token = try store.token(of: "user\(number)")
            #expect(token == nil || token == "token-user\(number)")
        }
        try await store.add("ada", token: "again")
        #expect(try store.token(of: "ada") == "again")
    }

    @Test("a database of a newer version is refused with a message, and left unchanged")
    func newer() async throws {
        let home = try TemporaryHome()
        try filled(home)
        try await DatabaseQueue(path: home.database).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('credentials-of-the-future')")
        }
        #expect { try home.open() } throws: { error in
            guard let error = error as? AuthError else { return false }
            return error.code == .storeUnavailable && error.message.contains("newer version")
        }
        try await DatabaseQueue(path: home.database).write {
            try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'credentials-of-the-future'")
        }
        #expect(try home.open().token(of: "user1") != nil)
    }

    @Test(
        "a row that lacks a required value is an error, and ends no process",
        arguments: ["kind", "stamp", "environment", "expires_on"])
    func incomplete(column: String) async throws {
        let home = try TemporaryHome()
        try filled(home)
        try await DatabaseQueue(path: home.database).writeWithoutTransaction { database in
            // No statement writes this: the table's definition is changed for a moment.
            try database.execute(sql: "PRAGMA writable_schema = ON")
            let definition = "SELECT sql FROM sqlite_master WHERE name = 'entity'"
            let sound = try #require(try String.fetchOne(database, sql: definition))
            let loose = sound.replacingOccurrences(of: "kind TEXT NOT NULL", with: "kind TEXT")
                .replacingOccurrences(of: "stamp INTEGER NOT NULL", with: "stamp INTEGER")
            for (text, change) in [
                (loose, "UPDATE entity SET \(column) = NULL WHERE account = 1"), (sound, "SELECT 1"),
            ] {
                try database.execute(sql: "UPDATE sqlite_master SET sql = ? WHERE name = 'entity'", arguments: [text])
                let version = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
                try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
                try database.execute(sql: change)
            }
        }
        let store = try home.open()
        try store.forEachAccount { _ in }
        for account in try store.homeAccountIDs() + [""] {
            for entity in try store.partition(homeAccountID: account)?.entities ?? [] {
                _ = try? entity.contents.open()
            }
        }
        #expect(try store.token(of: "user7") != nil || store.token(of: "user8") != nil)
    }

    @Test("a file of the store that is a link is refused", arguments: ["credentials.sqlite", "generations"])
    func links(name: String) async throws {
        let home = try TemporaryHome()
        try filled(home)
        let path = home.directory + "/" + name
        try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".real")
        expectUnavailable(home)
    }

    @Test("a store's directory or file that is open to other users is refused", arguments: ["", "/credentials.sqlite"])
    func open(suffix: String) async throws {
        let home = try TemporaryHome()
        try filled(home)
        let path = home.directory + suffix
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let mode = try #require(attributes[.posixPermissions] as? Int)
        #expect(mode & 0o077 == 0)
        try FileManager.default.setAttributes([.posixPermissions: mode | 0o044], ofItemAtPath: path)
        expectUnavailable(home)
    }

    @Test("groups share nothing")
    func groups() async throws {
        let home = try TemporaryHome()
        try filled(home)
        let other = try home.open(AccessGroup("another.group"))
        #expect(try other.homeAccountIDs().isEmpty)
        #expect(try other.token(of: "user1") == nil)
    }

    /// Fills a store in a process that has ended, so that no process has it open when it is damaged.
    private func filled(_ home: TemporaryHome) throws {
        let worker = try WorkerProcess([home.path])
        worker.say("add user 200")
        #expect(worker.finish().last == "done")
        try checkpoint(home)
    }

    /// Moves the content of the write-ahead log into the database's own file, and empties the log: SQLite would repair
    /// the file from it.
    private func checkpoint(_ home: TemporaryHome) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: home.database, configuration: configuration)
        let isBusy = try queue.writeWithoutTransaction { database in
            try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        #expect(isBusy == 0)
    }

    private func overwrite(_ path: String, _ bytes: Data) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    private func expectUnavailable(_ home: TemporaryHome) {
        #expect { try home.open() } throws: { error in (error as? AuthError)?.code == .storeUnavailable }
    }
}
