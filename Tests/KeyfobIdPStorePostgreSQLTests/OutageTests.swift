#if PostgreSQL
import Foundation
import KeyfobBackport
import KeyfobConformance
import KeyfobCore
import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import Testing

@Suite("A PostgreSQL server that fails", .timeLimit(.minutes(10)))
struct OutageTests {
    /// What the writers of a test have seen.
    private final class Writers: Sendable {
        let acknowledged = Mutex<Set<Int>>([])
        let refused = Mutex<[any Error]>([])

        /// Writes until a write fails.
        func run(_ store: PostgreSQLIdPStore, from first: Int, enough: @Sendable () -> Void) async {
            var number = first
            while refused.withLock(\.isEmpty) {
                let own = number
                do {
                    let isNew = try await store.transaction {
                        try $0.spendNonce(hash: RaceTests.hash(own), until: 1000)
                    }
                    #expect(isNew)
                    let count = acknowledged.withLock { numbers in
                        numbers.insert(own)
                        return numbers.count
                    }
                    if count == 200 { enough() }
                } catch {
                    refused.withLock { $0.append(error) }
                }
                number += 8
            }
        }
    }

    /// How a server ends. Its sessions get nothing, a warning, or an error before their connections are closed.
    enum Ending: CaseIterable {
        case killed, immediate, fast
    }

    /// A point that threads pass when all of them have reached it.
    private final class Meeting: @unchecked Sendable {
        // The condition guards the count.
        private let condition = NSCondition()
        private var missing: Int

        init(of threads: Int) { missing = threads }

        /// Waits for the others; for ten seconds at most, since one of them may have failed.
        func attend() {
            let deadline = Date(timeIntervalSinceNow: 10)
            condition.withLock {
                missing -= 1
                condition.broadcast()
                while missing > 0, condition.wait(until: deadline) {}
            }
        }
    }

    private final class Count: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func raise() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test("After a kill in the middle of the work, everything acknowledged is there, and the same store goes on")
    func killed() async throws {
        let server = try await PostgreSQLServer(isDurable: true)
        let store = try await PostgreSQLIdPStore.open(try server.address())
        let writers = Writers()
        let (stream, enough) = AsyncStream.makeStream(of: Void.self)
        let writing = Task {
            await withTaskGroup(of: Void.self) { group in
                for first in 0..<8 { group.addTask { await writers.run(store, from: first) { enough.yield() } } }
            }
        }
        for await _ in stream { break }
        await server.kill()
        await writing.value
        let errors = writers.refused.withLock { $0 }
        #expect(!errors.isEmpty)
        for error in errors { #expect((error as? AuthError)?.code == .storeUnavailable, "\(error)") }
        // While it is down, every call fails at once.
        let error = await #expect(throws: AuthError.self) { try await store.transaction { try $0.tenants() } }
        #expect(error?.code == .storeUnavailable)

        try await server.start()
        for number in writers.acknowledged.withLock({ $0 }) {
            let isSpent = try await store.transaction { try $0.isNonceSpent(hash: RaceTests.hash(number)) }
            #expect(isSpent, "\(number)")
        }
        #expect(try await store.transaction { try $0.spendNonce(hash: RaceTests.hash(1_000_000), until: 1000) })
        await server.remove()
    }

    @Test("A server that ends and starts again between two calls is not noticed", arguments: Ending.allCases)
    func restarted(_ ending: Ending) async throws {
        let server = try await PostgreSQLServer()
        let store = try await PostgreSQLIdPStore.open(try server.address())
        try await store.transaction { try $0.setClockOffset(7) }
        #expect(await offsets(of: store) == Array(repeating: 7, count: 8))
        switch ending {
        case .killed: await server.kill()
        case .immediate: await server.stopImmediately()
        case .fast: await server.stop()
        }
        try await server.start()
        // The connections that are lost now were made before.
        #expect(await offsets(of: store) == Array(repeating: 7, count: 8))
        await server.remove()
    }

    /// What eight transactions read that are all open at once, and so on eight connections; nil for one that failed.
    private func offsets(of store: PostgreSQLIdPStore) async -> [Int64?] {
        let meeting = Meeting(of: 8)
        return await withTaskGroup(of: Int64?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try? await store.transaction { transaction in
                        meeting.attend()
                        return try transaction.clockOffset()
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("A connection that the server ends before COMMIT is made again, and the body repeated; the work is done once")
    func terminated() async throws {
        let server = try await PostgreSQLServer()
        let store = try await PostgreSQLIdPStore.open(try server.address(), connections: 1)
        let runs = Count()
        try await store.transaction { transaction in
            try transaction.setClockOffset(try transaction.clockOffset() + 1)
            guard runs.raise() == 1 else { return }
            try PostgreSQLTransactionProbe.endConnection(of: transaction)
        }
        #expect(runs.value == 2)
        #expect(try await store.transaction { try $0.clockOffset() } == 1)
        await server.remove()
    }

    @Test("A connection that ends during COMMIT is an error, and the body is not repeated")
    func unknownOutcome() async throws {
        let server = try await PostgreSQLServer()
        let store = try await PostgreSQLIdPStore.open(try server.address(), connections: 1)
        // The server ends the session in the middle of COMMIT, where deferred triggers run.
        try await server.execute(
            """
            CREATE FUNCTION ended() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
            """)
        try await server.execute(
            """
            CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON keyfob_idp.nonce DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION public.ended()
            """)
        let runs = Count()
        let error = await #expect(throws: AuthError.self) {
            try await store.transaction { transaction in
                _ = runs.raise()
                _ = try transaction.spendNonce(hash: RaceTests.hash(1), until: 1000)
            }
        }
        #expect(error?.code == .storeUnavailable && error?.message.contains("completely or not at all") == true)
        #expect(runs.value == 1)
        #expect(try await store.transaction { try $0.clockOffset() } == 0)
        await server.remove()
    }

    @Test("A statement that the server refuses undoes its transaction, also if the body catches the error")
    func caught() async throws {
        let server = try await PostgreSQLServer()
        let store = try await PostgreSQLIdPStore.open(try server.address())
        let secret = "the-value-of-a-row"
        let error = await #expect(throws: AuthError.self) {
            try await store.transaction { transaction in
                try transaction.setClockOffset(5)
                try transaction.insert(RaceTests.code(1))
                var user = User(objectID: "1", tenantID: "t", userPrincipalName: secret, displayName: secret)
                try transaction.put(user)
                user.objectID = "2"
                try? transaction.put(user)
            }
        }
        #expect(error?.code == .storeUnavailable)
        let text = "\(error.map { "\($0) \(String(describing: $0.cause))" } ?? "")"
        #expect(text.contains("23505") && !text.contains(secret))
        #expect(try await store.transaction { try $0.clockOffset() } == 0)
        await server.remove()
    }
}
#endif
