#if PostgreSQL && Server
import Foundation
import KeyfobConformance
import KeyfobCore
import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import KeyfobIdPStoreSQLite
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobIdPCommand

@Suite("keyfob idp migrate-store", .timeLimit(.minutes(10)))
struct MigrateStoreTests {
    /// A text that PostgreSQL stores in another form.
    private static let name = "a\u{10FFFF}0'\u{10FFFF}"

    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory("keyfob-migrate") }

    private func directory(_ name: String) -> DataDirectory { DataDirectory(path: "\(home.path)/\(name)") }

    private func move(_ source: ProviderDatabase, _ target: ProviderDatabase) async throws -> StoreMove.Counts {
        try await BlockingWork.run { try StoreMigration(source: source, target: target).run() }
    }

    @Test("Everything moves from SQLite to PostgreSQL and back, and a refresh token works at each place")
    func thereAndBack() async throws {
        defer { home.remove() }
        let server = try await PostgreSQLServer()
        let clock = MovableClock()
        let (token, log) = try await before(clock)
        let address = try server.address()
        let counts = try await move(.directory(directory("a")), .postgreSQL(address))
        #expect((counts["user"] ?? 0) > 5 && counts["refresh_token"] == 1 && (counts["signing_key"] ?? 0) >= 2)
        #expect(counts["sign_in"] == log.count)
        do {
            let store = try await PostgreSQLIdPStore.open(address)
            #expect(try await store.transaction { try $0.clockOffset() } == 60)
            #expect(try await store.transaction { try $0.signIns(after: 0, limit: 1000) } == log)
            #expect(try await store.transaction { try $0.user(objectID: "nul") }?.displayName == Self.name)
            let provider = try await InMemoryProvider(clock: clock, store: store)
            #expect(try await Visit.refresh(token, at: provider).status == 200)
            // A new sign-in continues the numbers.
            let last = try await store.transaction { try $0.signIns(before: .max, limit: 1).first?.sequence }
            #expect((last ?? 0) > (log.last?.sequence ?? 0))
        }
        // The nodes' connections hold a lock until they have ended.
        let back = try await eventually { try await move(.postgreSQL(address), .directory(directory("b"))) }
        for (table, count) in counts where !["sign_in", "refresh_token"].contains(table) {
            #expect(back[table] == count, "\(table)")
        }
        let store = try SQLiteIdPStore(directory: directory("b").path)
        #expect(try await store.transaction { try $0.signIns(after: 0, limit: log.count) } == log)
        #expect(try await store.transaction { try $0.user(objectID: "nul") }?.displayName == Self.name)
        let provider = try await InMemoryProvider(clock: clock, store: store)
        #expect(try await Visit.refresh(token, at: provider).status == 200)
        await server.remove()
    }

    @Test("A target with rows, and a database that a provider uses, are refused; nothing is changed")
    func refused() async throws {
        defer { home.remove() }
        let server = try await PostgreSQLServer()
        _ = try await before(MovableClock())
        let address = try server.address()
        let text = "postgresql:///postgres?host=\(server.path)&user=keyfob"
        let store = try await PostgreSQLIdPStore.open(address)
        let used = try await run(["--from", directory("a").path, "--to", text])
        #expect(used.status == 1 && used.errors.contains("An identity provider uses the database"), "\(used.errors)")
        #expect(try await store.transaction { try $0.users() }.isEmpty)

        let other = try await server.makeDatabase("other")
        do {
            let store = try await PostgreSQLIdPStore.open(other)
            try await store.transaction { try $0.put(Lockout(userID: "u")) }
        }
        let full = try await eventually {
            let outcome = try await run([
                "--from", directory("a").path, "--to", text.replacing("/postgres?", with: "/other?"),
            ])
            if outcome.errors.contains("An identity provider uses") { throw CocoaError(.fileLocking) }
            return outcome
        }
        #expect(full.status == 4 && full.errors.contains("'lockout'"), "\(full.errors)")

        let lock = try directory("a").lockForProvider()
        let running = try await run(["--from", directory("a").path, "--to", directory("c").path])
        #expect(running.status == 1 && running.errors.contains("Another identity provider"), "\(running.errors)")
        _ = lock
        let missing = try await run(["--from", directory("none").path, "--to", directory("c").path])
        #expect(missing.status == 4 && missing.errors.contains("no database"), "\(missing.errors)")
        let secret = try await run(["--from", directory("a").path, "--to", "postgresql://u:hunter2@localhost/d"])
        #expect(secret.status == 4 && !secret.errors.contains("hunter2"), "\(secret.errors)")
        await server.remove()
    }

    @Test("keyfob-idp serves from PostgreSQL, and 'export' with the same address reads what it wrote")
    func serve() async throws {
        defer { home.remove() }
        let server = try await PostgreSQLServer()
        let database = "postgresql:///postgres?host=\(server.path)&user=keyfob"
        let data = directory("node").path
        let process = try ChildProcess(
            BuildProducts.executable("keyfob-idp"),
            [
                "serve", "--port", "0", "--data", data, "--database", database, "--signing-algorithm", "ES256",
                "--print-ready-json",
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": home.path])
        #expect(await process.nextLine()?.contains("base_url") == true, "\(process.errorsSoFar)")
        process.terminate()
        #expect(await process.outcome().status == 0)
        #expect(!FileManager.default.fileExists(atPath: "\(data)/idp.sqlite"))
        let export = try await ChildProcess.run(
            BuildProducts.executable("keyfob-idp"), ["export", "--data", data, "--database", database],
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.path])
        #expect(export.status == 0 && export.output.contains("ada@contoso.test"), "\(export.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(data)/idp.sqlite"))
        await server.remove()
    }

    /// A data directory with everything that a visit leaves; returns a refresh token, and the log.
    private func before(_ clock: MovableClock) async throws -> (token: String, log: [SignInLogEntry]) {
        let store = try SQLiteIdPStore(directory: directory("a").path)
        let provider = try await InMemoryProvider(clock: clock, store: store)
        let token = try await Visit.refreshToken(at: provider, clock)
        return try await store.transaction { transaction in
            try transaction.setClockOffset(60)
            try transaction.put(
                User(objectID: "nul", tenantID: "t", userPrincipalName: "nul@contoso.test", displayName: Self.name))
            try transaction.put(
                StoredFile(tenantID: "t", userID: "nul", name: "f", content: [0, 0xFF], modifiedAt: 1))
            // A log whose beginning was removed.
            _ = try transaction.purge(.init(logged: .max), atMost: 1)
            return (token, try transaction.signIns(after: 0, limit: 1000))
        }
    }

    private func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            BuildProducts.executable("keyfob-idp"), ["migrate-store"] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.path])
    }

    /// Repeats a body for a while, until it does not throw.
    private func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do { return try await body() } catch {
                if .now > deadline { throw error }
            }
        }
    }
}
#endif
