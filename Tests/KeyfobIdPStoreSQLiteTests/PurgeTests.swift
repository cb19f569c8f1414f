import Foundation
import GRDB
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobIdPStoreSQLite

@Suite("Expiry of rows in the provider's database", .timeLimit(.minutes(10)))
struct PurgeTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory("keyfob-idp-purge") }

    private var directory: String { home.path + "/data" }

    /// The tables whose rows do not expire, and the bound of each.
    private static let lasting = [
        "setting": "a fixed number of rows", "tenant": "the administrator's", "application": "the administrator's",
        "signing_key": "the administrator's", "user": "the administrator's, and one for each guest",
        "lockout": "one for each user", "user_factor": "one for each user",
        "consent": "one for each user, app and API", "file": "a hundred for each user",
        "directory_object": "the administrator's", "device": "a quota for each user",
        "app_enrollment": "needs a user's token", "sign_in": "its age, its rows and its bytes",
        "deleted_item": "its age: 30 days",
    ]

    @Test("Every table of the schema is bounded, by the expiry of its rows or otherwise")
    func everyTable() async throws {
        defer { home.remove() }
        _ = try SQLiteIdPStore(directory: directory)
        let tables = try await columns()
        let expiring = Dictionary(uniqueKeysWithValues: ExpiringTable.all.map { ($0.name, $0) })
        for (table, columns) in tables {
            #expect((expiring[table] != nil) != (Self.lasting[table] != nil), "\(table): state its bound")
            if let known = expiring[table] {
                #expect(columns.contains(known.key) && columns.contains(known.moment))
            } else {
                #expect(!columns.contains { $0.hasPrefix("expires") }, "\(table) has rows that expire")
            }
        }
        #expect(Set(tables.keys) == Set(expiring.keys).union(Self.lasting.keys))
    }

    @Test("Over 200 days of steady traffic rows and bytes are the same at day 200 as at day 100")
    func steady() async throws {
        defer { home.remove() }
        let clock = MovableClock()
        let store = try SQLiteIdPStore(directory: directory)
        var provider = try await InMemoryProvider(clock: clock, store: store)
        provider.peer = "192.0.2.7"
        var sizes: [Int: (rows: Int, bytes: Int)] = [:]
        for day in 1...200 {
            try await visitors(of: provider, clock, day: day)
            clock.advance(seconds: 86400)
            if day.isMultiple(of: 100) { sizes[day] = (try await rows(), try bytes()) }
        }
        let (first, second) = (try #require(sizes[100]), try #require(sizes[200]))
        #expect(first.rows > 500)
        #expect(Double(second.rows) <= 1.1 * Double(first.rows), "\(first) \(second)")
        #expect(Double(second.bytes) <= 1.1 * Double(first.bytes), "\(first) \(second)")
    }

    @Test("After the clock has moved, the expiring tables contain nothing that was begun before")
    func nothingLeft() async throws {
        defer { home.remove() }
        let clock = MovableClock()
        let store = try SQLiteIdPStore(directory: directory)
        var provider = try await InMemoryProvider(clock: clock, store: store)
        provider.peer = "192.0.2.7"
        try await visitors(of: provider, clock, day: 1)
        let before = try await counts()
        for table in ExpiringTable.all { #expect((before[table.name] ?? 0) > 0, "\(table.name)") }
        clock.advance(seconds: 120 * 86400)
        // No request is sent: the service's timer runs.
        try await provider.provider.keepHouse()
        let after = try await counts()
        for table in ExpiringTable.all { #expect(after[table.name] == 0, "\(table.name)") }
        #expect(after["sign_in"] == 0)
    }

    /// One day's traffic: a user signs in and refreshes, others begin and leave, and unauthenticated requests are
    /// refused.
    private func visitors(of provider: InMemoryProvider, _ clock: MovableClock, day: Int) async throws {
        var browser = FormBrowser(transport: provider, clock: clock)
        let verifier = CodeVerifier(random: SystemRandomSource())
        let scope = "openid profile offline_access api://files/Files.Read"
        func address(_ path: String, _ parameters: [(String, String)]) -> HTTPURL {
            FormParameters(parameters).appended(to: provider.base.with(path: path))
        }
        let begin = address(
            "/common/oauth2/v2.0/authorize",
            [
                ("client_id", SeedData.suiteClientID), ("response_type", "code"),
                ("redirect_uri", "http://localhost:51000/contoso-a"), ("scope", scope),
                ("code_challenge", verifier.challenge), ("code_challenge_method", "S256"),
            ])
        let person = Person(user: "ada@contoso.test", password: SeedData.password)
        let visit = try await person.visit(begin, with: &browser)
        let query = visit.redirect?.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        let code = try FormParameters(parsing: query)["code"] ?? ""
        func token(_ parameters: [(String, String)], path: String = "token") async throws -> HTTPResponse {
            try await provider.send(
                .form(
                    provider.base.with(path: "/common/oauth2/v2.0/\(path)"),
                    FormParameters([("client_id", SeedData.suiteClientID)] + parameters)))
        }
        let answer = try await token([
            ("grant_type", "authorization_code"), ("code", code), ("code_verifier", verifier.value.reveal()),
            ("redirect_uri", "http://localhost:51000/contoso-a"),
        ])
        let tokens = try TokenResponse(parsing: answer.body)
        let refreshed = try await token([
            ("grant_type", "refresh_token"), ("refresh_token", tokens.refreshToken?.reveal() ?? ""), ("scope", scope),
        ])
        #expect(refreshed.status == 200, "day \(day)")
        for _ in 0..<3 {
            _ = try await provider.send(.get(begin))
            _ = try await token([("scope", scope)], path: "devicecode")
            _ = try await token([("grant_type", "refresh_token"), ("refresh_token", "nobody's")])
        }
        // A primary refresh token and a nonce, as a device leaves them in a day.
        let now = clock.unixSeconds
        try await provider.store.transaction { transaction in
            _ = try transaction.spendNonce(hash: Self.hash(day), until: now + 600)
            try transaction.insert(
                PrimaryRefreshTokenGrant(
                    tokenHash: Self.hash(day),
                    access: AuthorizedAccess(
                        grantID: "g\(day)", clientID: "c", userID: "u", tenantID: "t", scopes: ["openid"],
                        authenticatedAt: now, epoch: 0, evidence: .password),
                    deviceID: "d", sealedSessionKey: [1, 2, 3], issuedAt: now, expiresAt: now + 14 * 86400))
        }
    }

    private static func hash(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 0x11, count: 24) + withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
    }

    private func columns() async throws -> [String: Set<String>] {
        try await read { database in
            var all: [String: Set<String>] = [:]
            let names = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            // The table in which GRDB records the migrations.
            for name in names where !name.hasPrefix("grdb_") {
                all[name] = Set(try database.columns(in: name).map(\.name))
            }
            return all
        }
    }

    private func counts() async throws -> [String: Int] {
        let names = try await columns().keys
        return try await read { database in
            var all: [String: Int] = [:]
            for name in names { all[name] = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(name)") }
            return all
        }
    }

    private func rows() async throws -> Int { try await counts().values.reduce(0, +) }

    /// The size of the database's files together.
    private func bytes() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix("idp.sqlite") }
            .reduce(0) { sum, name in
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
                return sum + (attributes[.size] as? Int ?? 0)
            }
    }

    private func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        let queue = try DatabaseQueue(path: directory + "/idp.sqlite")
        return try await queue.read(body)
    }
}
