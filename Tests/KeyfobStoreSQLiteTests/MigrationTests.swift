import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite
import KeyfobStoreSQLite
import Testing

@Suite("Databases of earlier versions")
struct MigrationTests {
    @Test("a store of version 1 opens with all its content, and can be written")
    func version1() async throws {
        let home = try TemporaryHome()
        try Self.restore("credentials-1.sql", home)
        let store = try home.open()
        #expect(store.setAside == nil)
        #expect(try store.token(of: "ada") == "newer-token-of-ada")
        #expect(try store.token(of: "grace") == "token-of-grace")
        let ada = try #require(try store.partition(homeAccountID: "ada.tenant"))
        #expect(try ada.refreshTokens.map { try $0.secret.reveal() } == ["refresh-newer-token-of-ada"])
        #expect(ada.accessTokens.map(\.expiresOn) == [1_900_003_600])
        #expect(ada.signInStates.map(\.state) == [.signedIn])
        #expect(try store.appMetadata(clientID: "client", environment: "contoso.test")?.familyID == "")
        let names = try CredentialRules.accounts(in: store, clientID: "client", app: "app").map(\.username)
        #expect(names == ["ada@contoso.test", "grace@contoso.test"])
        try await store.add("ada", token: "of-today")
        try await store.write { transaction throws(AuthError) in
            try CredentialRules.signOut(homeAccountID: "grace.tenant", clientID: "client", app: "app", in: transaction)
        }
        let again = try home.open()
        #expect(try again.token(of: "ada") == "of-today")
        #expect(try again.token(of: "grace") == nil)
        #expect(try home.keyFiles().count == 1)
    }

    @Test("a second version's steps run once, whichever process comes first, and keep the first version's content")
    func twoVersions() async throws {
        let home = try TemporaryHome()
        let file = try DatabaseFile(directory: home.path, name: "some.sqlite")
        let first = try file.open(DatabaseSchema([Self.create])).queue
        try await first.write { try $0.execute(sql: "INSERT INTO item VALUES (1, 'kept')") }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let queue = try file.open(DatabaseSchema([Self.create, Self.extend])).queue
                    return try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM taken") ?? -1 }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [1, 1, 1, 1])
        let rows = try await first.read { try String.fetchAll($0, sql: "SELECT name || ' ' || colour FROM item") }
        #expect(rows == ["kept none"])
        #expect(throws: AuthError.self) { try file.open(DatabaseSchema([Self.create])) }
    }

    @Test("a commit and a checkpoint wait for the drive, where the system distinguishes it from its cache")
    func durability() async throws {
        let home = try TemporaryHome()
        let file = try DatabaseFile(directory: home.path, name: "some.sqlite")
        let queue = try file.open(DatabaseSchema([Self.create])).queue
        for (pragma, value) in [("synchronous", 2), ("fullfsync", 1), ("checkpoint_fullfsync", 1)] {
            #expect(try await queue.read { try Int.fetchOne($0, sql: "PRAGMA \(pragma)") } == value)
        }
    }

    @Test("a step that fails leaves the version before, which still opens")
    func failing() async throws {
        let home = try TemporaryHome()
        let file = try DatabaseFile(directory: home.path, name: "some.sqlite")
        let first = try file.open(DatabaseSchema([Self.create])).queue
        try await first.write { try $0.execute(sql: "INSERT INTO item VALUES (1, 'kept')") }
        let broken = DatabaseSchema.Migration("two") { database in
            try database.execute(sql: "ALTER TABLE item ADD COLUMN colour TEXT; DELETE FROM item")
            throw DatabaseError(resultCode: .SQLITE_FULL)
        }
        #expect(throws: AuthError.self) { try file.open(DatabaseSchema([Self.create, broken])) }
        let queue = try file.open(DatabaseSchema([Self.create])).queue
        #expect(try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM item") } == ["kept"])
        #expect(try await queue.read { try $0.columns(in: "item").count } == 2)
    }

    private static let create = DatabaseSchema.Migration("one") {
        try $0.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)")
    }

    private static let extend = DatabaseSchema.Migration("two") {
        try $0.execute(
            sql: """
                ALTER TABLE item ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';
                CREATE TABLE IF NOT EXISTS taken (id INTEGER PRIMARY KEY);
                INSERT INTO taken DEFAULT VALUES;
                """)
    }

    /// Restores a home from a dump in `Tests/Vectors/stores`, with the key that the dump names.
    private static func restore(_ name: String, _ home: TemporaryHome) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let dump = try String(contentsOf: tests.appending(path: "Vectors/stores/\(name)"), encoding: .utf8)
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        for path in [home.path + "/keys", home.path + "/stores", home.directory] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: attributes)
        }
        let key = try #require(dump.split(separator: "\n").first { $0.hasPrefix("-- key ") }).split(separator: " ")
        try write(Data(key[3].utf8), to: "\(home.path)/keys/\(key[2]).key")
        try write(Data(), to: home.database)
        let queue = try DatabaseQueue(path: home.database)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: dump)
        }
        try queue.close()
    }

    private static func write(_ data: Data, to path: String) throws {
        try #require(
            FileManager.default.createFile(atPath: path, contents: data, attributes: [.posixPermissions: 0o600]))
    }
}
