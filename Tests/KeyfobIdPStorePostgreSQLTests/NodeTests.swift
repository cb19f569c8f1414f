#if PostgreSQL
import KeyfobConformance
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Providers on one PostgreSQL database", .timeLimit(.minutes(10)))
struct NodeTests {
    @Test("A session, a code and a refresh token of one node are those of the other, and each is used once in 'strict'")
    func shared() async throws {
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let clock = MovableClock()
        // No repetition of a redemption within some seconds. Both start at once on an empty database: they make one set of keys and users.
        async let first = InMemoryProvider(clock: clock, store: try await PostgreSQLIdPStore.open(address)) {
            $0.profile = .strict
            $0.refreshTokenGrace = -1
        }
        async let second = InMemoryProvider(clock: clock, store: try await PostgreSQLIdPStore.open(address)) {
            $0.profile = .strict
            $0.refreshTokenGrace = -1
        }
        let nodes = [try await first, try await second]
        let keys = try await nodes[0].store.transaction { try $0.signingKeys().filter { $0.role == .current }.count }
        #expect(keys == 1)
        let users = try await nodes[1].store.transaction { try $0.users().map(\.userPrincipalName) }
        #expect(Set(users).count == users.count && users.contains("ada@contoso.test"))

        let code = try await Visit.code(at: nodes[0], clock)
        let statuses = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for attempt in 0..<12 {
                group.addTask {
                    let response = try await Visit.redeem(code, at: nodes[attempt % 2])
                    return (response.status, response.body)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0.0 == 200 }.count == 1)
        #expect(statuses.allSatisfy { $0.0 == 200 || $0.0 == 400 }, "\(statuses.map(\.0))")

        let token = try await Visit.refreshToken(at: nodes[1], clock)
        let refreshes = try await withThrowingTaskGroup(of: Int.self) { group in
            for attempt in 0..<12 {
                group.addTask { try await Visit.refresh(token, at: nodes[attempt % 2]).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refreshes.filter { $0 == 200 }.count == 1, "\(refreshes)")
        #expect(refreshes.allSatisfy { $0 == 200 || $0 == 400 }, "\(refreshes)")
        // The log has every request once, whichever node wrote it.
        let log = try await nodes[0].store.transaction { try $0.signIns(after: 0, limit: 1000) }
        #expect(log.map(\.sequence) == Array(1...Int64(log.count)))
        #expect(log.filter { $0.event == SignInEvent.codeIssued.rawValue }.count == 2)
        await server.remove()
    }

    @Test("A change of the directory at one node counts at the other one's next request")
    func directory() async throws {
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let clock = MovableClock()
        let nodes = [
            try await InMemoryProvider(clock: clock, store: try await PostgreSQLIdPStore.open(address)),
            try await InMemoryProvider(clock: clock, store: try await PostgreSQLIdPStore.open(address)),
        ]
        let token = try await Visit.refreshToken(at: nodes[0], clock)
        #expect(try await Visit.refresh(token, at: nodes[1]).status == 200)
        try await nodes[0].store.transaction { transaction in
            guard var ada = try transaction.user(userPrincipalName: "ada@contoso.test") else { return }
            ada.isEnabled = false
            try transaction.put(ada)
        }
        #expect(try await Visit.refresh(token, at: nodes[1]).status == 400)
        // And so does the clock.
        try await nodes[1].store.transaction { transaction in
            guard var ada = try transaction.user(userPrincipalName: "ada@contoso.test") else { return }
            ada.isEnabled = true
            try transaction.put(ada)
            try transaction.setClockOffset(100 * 86400)
        }
        #expect(try await Visit.refresh(token, at: nodes[0]).status == 400)
        await server.remove()
    }

    @Test("After the clock has moved, nothing is left that was begun before, also if both nodes delete")
    func purge() async throws {
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let clock = MovableClock()
        let nodes = [
            try await InMemoryProvider(clock: clock, store: try await PostgreSQLIdPStore.open(address)),
            try await InMemoryProvider(clock: clock, store: try await PostgreSQLIdPStore.open(address)),
        ]
        for node in nodes { _ = try await Visit.refreshToken(at: node, clock) }
        func count(_ table: String) async throws -> [String] {
            try await server.execute("SELECT count(*)::text FROM keyfob_idp.\(table)")
        }
        let tables = ["session", "authorization_code", "refresh_token", "sign_in"]
        for table in tables { #expect(try await count(table) != ["0"], "\(table)") }
        clock.advance(seconds: 120 * 86400)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes { group.addTask { try await node.provider.keepHouse() } }
            try await group.waitForAll()
        }
        for table in tables { #expect(try await count(table) == ["0"], "\(table)") }
        await server.remove()
    }
}
#endif
