import Foundation
import GRDB
import KeyfobCore
import KeyfobIdPModel
import KeyfobIdPStoreSQLite
import KeyfobTesting
import Testing

@Suite("The provider's database")
struct DurabilityTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory("keyfob-idp-store") }

    @Test("Committed data is there when the database is opened again")
    func reopening() async throws {
        defer { home.remove() }
        let directory = home.path + "/data"
        try await SQLiteIdPStore(directory: directory).transaction { try $0.setClockOffset(42) }
        let again = try SQLiteIdPStore(directory: directory)
        #expect(again.setAside == nil)
        let offset = try await again.transaction { try $0.clockOffset() }
        #expect(offset == 42)
    }

    @Test("Concurrent transactions share commits, and none is lost")
    func grouping() async throws {
        defer { home.remove() }
        let store = try SQLiteIdPStore(directory: home.path + "/data")
        let before = try await frames()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    try await store.transaction {
                        try $0.append([SignInLogEntry(time: Int64(number), event: .codeIssued)])
                    }
                }
            }
            try await group.waitForAll()
        }
        let entries = try await store.transaction { try $0.signIns(after: 0, limit: 1000) }
        #expect(Set(entries.map(\.time)) == Set(0..<400))
        // A separate commit for each would have written its page 400 times at least.
        #expect(try await frames() - before < 300)
    }

    @Test(
        "A statement that SQLite refuses undoes its transaction, alone or with every other as on a full disk",
        arguments: ["FAIL", "ROLLBACK"])
    func failingStatement(resolution: String) async throws {
        defer { home.remove() }
        let store = try SQLiteIdPStore(directory: home.path + "/data")
        try await store.transaction { try $0.setClockOffset(1) }
        try await refuseLongDetails(resolution)
        let error = await #expect(throws: AuthError.self) {
            try await store.transaction { transaction in
                try transaction.setClockOffset(2)
                try transaction.append([SignInLogEntry(time: 1, event: .refused, detail: "too long")])
            }
        }
        #expect(error?.code == .storeUnavailable)
        let offset = try await store.transaction { try $0.clockOffset() }
        #expect(offset == 1)
        try await store.transaction { try $0.append([SignInLogEntry(time: 1, event: .refused, detail: "short")]) }
        let entries = try await store.transaction { try $0.signIns(after: 0, limit: 9) }
        #expect(entries.count == 1)
    }

    @Test(
        "A log that another program has numbered beyond all limits takes no entry, and does not end the process",
        arguments: [
            ("sequence", Int64.max), ("end_byte", Int64.max),
            // Their next numbers are those at which the log is shortened, below the lowest number.
            ("sequence", -9_223_372_036_854_775_001), ("end_byte", .min + (1 << 20)),
        ] as [(String, Int64)])
    func numberedBeyondLimits(column: String, number: Int64) async throws {
        defer { home.remove() }
        let store = try SQLiteIdPStore(directory: home.path + "/data")
        let entry = SignInLogEntry(time: 1, event: .refused, detail: "short")
        try await store.transaction { try $0.append([entry]) }
        let queue = try DatabaseQueue(path: home.path + "/data/idp.sqlite")
        try await queue.write { try $0.execute(sql: "UPDATE sign_in SET \(column) = ?", arguments: [number]) }
        let error = await #expect(throws: AuthError.self) {
            try await store.transaction { try $0.append([entry]) }
        }
        #expect(error?.code == .storeUnavailable)
    }

    @Test("A damaged database is set aside, and the store reports where")
    func damage() async throws {
        defer { home.remove() }
        let directory = home.path + "/data"
        // Not over an open database: a connection that is about to close would write its last pages over the damage.
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try #require(
            FileManager.default.createFile(
                atPath: directory + "/idp.sqlite", contents: Data(repeating: 0x41, count: 8192),
                attributes: [.posixPermissions: 0o600]))
        let store = try SQLiteIdPStore(directory: directory)
        #expect(FileManager.default.fileExists(atPath: try #require(store.setAside)))
        let offset = try await store.transaction { try $0.clockOffset() }
        #expect(offset == 0)
    }

    @Test("No other user may read the database")
    func modes() throws {
        defer { home.remove() }
        let directory = home.path + "/data"
        _ = try SQLiteIdPStore(directory: directory)
        for (path, mode) in [(directory, 0o700), (directory + "/idp.sqlite", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o777 == mode)
        }
    }

    /// The number of pages in the write-ahead log: it grows by each page of each commit.
    private func frames() async throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: home.path + "/data/idp.sqlite-wal")
        return (attributes[.size] as? Int ?? 0) / 4120
    }

    private func refuseLongDetails(_ resolution: String) async throws {
        let queue = try DatabaseQueue(path: home.path + "/data/idp.sqlite")
        try await queue.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER refusal BEFORE INSERT ON sign_in WHEN length(new.detail) > 5
                    BEGIN SELECT RAISE(\(resolution), 'refused'); END
                    """)
        }
    }
}
