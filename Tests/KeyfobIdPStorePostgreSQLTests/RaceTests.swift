#if PostgreSQL
import KeyfobConformance
import KeyfobIdPModel
@testable import KeyfobIdPStorePostgreSQL
import KeyfobPostgreSQL
import Testing

@Suite("Nodes on one PostgreSQL database", .timeLimit(.minutes(10)))
struct RaceTests {
    static func hash(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 0x22, count: 24) + withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
    }

    static func code(_ number: Int) -> AuthorizationCodeGrant {
        AuthorizationCodeGrant(
            codeHash: hash(number),
            access: AuthorizedAccess(
                grantID: "g", clientID: "c", userID: "u", tenantID: "t", scopes: [], authenticatedAt: 1, epoch: 1,
                evidence: .password),
            tenantSegment: "common", codeChallenge: "c", codeChallengeMethod: "S256", nonce: nil, claims: nil,
            issuedAt: 1, expiresAt: 1000)
    }

    @Test("Of many redemptions of one code at several nodes one is first, and so it is with each code")
    func codes() async throws {
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let nodes = [try await PostgreSQLIdPStore.open(address), try await PostgreSQLIdPStore.open(address)]
        try await nodes[0].transaction { transaction in
            for number in 0..<20 { try transaction.insert(Self.code(number)) }
        }
        let winners = try await withThrowingTaskGroup(of: [Int].self) { group in
            for attempt in 0..<200 {
                group.addTask {
                    let number = attempt % 20
                    let isFirst = try await nodes[attempt / 20 % 2].transaction { transaction in
                        let code = try transaction.consumeAuthorizationCode(hash: Self.hash(number), at: 50)
                        try transaction.append([SignInLogEntry(time: Int64(number), event: .codeIssued)])
                        return try #require(code).redeemedAt == nil
                    }
                    return isFirst ? [number] : []
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(winners.sorted() == Array(0..<20))
        await server.remove()
    }

    @Test("Two transactions at two nodes never read the same state and both write based on it")
    func counters() async throws {
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let nodes = [try await PostgreSQLIdPStore.open(address), try await PostgreSQLIdPStore.open(address)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    // A write that depends on rows that another one may write (write skew).
                    try await nodes[number % 2].transaction { transaction in
                        let users = try transaction.files(tenantID: "t", userID: "u").count
                        try transaction.put(
                            StoredFile(tenantID: "t", userID: "u", name: "\(users)", content: [1], modifiedAt: 1))
                    }
                }
            }
            try await group.waitForAll()
        }
        let files = try await nodes[0].transaction { try $0.files(tenantID: "t", userID: "u").count }
        #expect(files == 200)
        await server.remove()
    }

    @Test("A reader that pages through the log misses no entry and sees none twice, while nodes write and roll back")
    func log() async throws {
        struct Abandoned: Error {}
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let nodes = [try await PostgreSQLIdPStore.open(address), try await PostgreSQLIdPStore.open(address)]
        let total = 1500
        let writing = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<total {
                    group.addTask {
                        do {
                            try await nodes[number % 2].transaction { transaction in
                                try transaction.append([SignInLogEntry(time: Int64(number), event: .codeIssued)])
                                // The first statement of some is much earlier than their end.
                                for _ in 0..<(number % 7) { _ = try transaction.users() }
                                if number.isMultiple(of: 5) { throw Abandoned() }
                            }
                        } catch is Abandoned {}
                    }
                }
                try await group.waitForAll()
            }
        }
        let expected = total - total / 5
        var seen: [SignInLogEntry] = []
        let deadline = ContinuousClock.now + .seconds(120)
        while seen.count < expected, .now < deadline {
            let last = seen.last?.sequence ?? 0
            seen += try await nodes[seen.count % 2].transaction { try $0.signIns(after: last, limit: 50) }
        }
        try await writing.value
        #expect(seen.map(\.sequence) == Array(1...Int64(expected)))
        #expect(Set(seen.map(\.time)).count == expected)
        #expect(seen.allSatisfy { !$0.time.isMultiple(of: 5) })
        // From the end, and after a purge, the numbers are the same.
        let newest = try await nodes[0].transaction { try $0.signIns(before: .max, limit: 10) }
        #expect(newest == Array(seen.suffix(10).reversed()))
        let first = seen[0].time
        _ = try await nodes[1].transaction { try $0.purge(.init(logged: first + 1), atMost: 1) }
        let rest = try await nodes[0].transaction { try $0.signIns(after: 0, limit: 3) }
        #expect(rest == Array(seen[1...3]))
        // So are they for a reader that goes on where a page ended, at the node of that page and at the other one.
        for node in nodes {
            let page = try await node.transaction { try $0.signIns(after: 1, limit: 9) }
            #expect(page == Array(seen[1...9]))
            let next = try await node.transaction { try $0.signIns(after: 10, limit: 9) }
            #expect(next == Array(seen[10...18]))
        }
        _ = try await nodes[1].transaction { try $0.purge(.init(logged: .max), atMost: 29) }
        let later = try await nodes[0].transaction { try $0.signIns(after: 10, limit: 1) }
        #expect(later == [seen[30]])
        await server.remove()
    }

    @Test("A long transaction of another database of the server hides no entry; one of a node does until its end")
    func logBesideOthers() async throws {
        let server = try await PostgreSQLServer()
        let store = try await PostgreSQLIdPStore.open(try server.address())
        let other = try PostgreSQLConnection(await server.makeDatabase("other"), setup: "")
        let own = try PostgreSQLConnection(try server.address(), setup: PostgreSQLIdPSchema.setup)
        let append = { @Sendable (time: Int64) in
            try await store.transaction { try $0.append([SignInLogEntry(time: time, event: .codeIssued)]) }
        }
        let times = { @Sendable in
            let found = try await store.transaction { transaction in
                (try transaction.signIns(after: 0, limit: 9), try transaction.signIns(before: .max, limit: 9))
            }
            #expect(found.0 == found.1.reversed())
            return found.0.map(\.time)
        }
        try other.script("CREATE TABLE thing (number bigint); BEGIN; INSERT INTO thing VALUES (1)")
        try await append(1)
        #expect(try await times() == [1])
        try own.script("BEGIN; UPDATE setting SET number = number WHERE name = 'clock_offset'")
        try await append(2)
        #expect(try await times() == [1])
        #expect(try await !store.transaction { try $0.purge(.init(logged: 9), atMost: 9) })
        #expect(try await times() == [])
        try own.script("COMMIT")
        #expect(try await times() == [2])
        try other.script("COMMIT")
        await server.remove()
    }

    @Test("Many sign-ins from one address at two nodes do not hinder each other, and the limit holds")
    func addresses() async throws {
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let nodes = [try await PostgreSQLIdPStore.open(address), try await PostgreSQLIdPStore.open(address)]
        let most = PendingLimits.perAddress
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<(most + 100) {
                group.addTask {
                    try await nodes[number % 2].transaction { transaction in
                        var pending = PendingSignIn(
                            idHash: Self.hash(number), browserHash: Self.hash(0), purpose: .device,
                            tenantSegment: "common", dialect: "v2", parameters: "", correlationID: "c", expiresAt: 1000)
                        pending.address = "192.0.2.1"
                        try transaction.put(pending)
                    }
                }
            }
            try await group.waitForAll()
        }
        let count = try await server.execute("SELECT count(*)::text FROM keyfob_idp.pending_sign_in")
        #expect(count == ["\(most)"])
        await server.remove()
    }
}
#endif
