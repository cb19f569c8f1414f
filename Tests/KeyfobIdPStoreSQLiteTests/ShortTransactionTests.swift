import KeyfobBackport
import KeyfobConformance
import KeyfobIdPModel
import KeyfobIdPStoreSQLite
import KeyfobTesting
import Testing

@Suite("Short transactions of the SQLite store")
struct ShortTransactionTests {
    private struct Refused: Error {}

    @Test("The store conforms where every transaction runs on the caller's thread")
    func conformance() async throws {
        let home = try TemporaryDirectory("keyfob-short-conformance")
        defer { home.remove() }
        let numbers = Counter()
        try await IdPStoreConformance {
            ShortTransactionStore(try SQLiteIdPStore(directory: home.path + "/\(await numbers.next())"))
        }.run()
    }

    @Test("Of short and long transactions at once, each is kept or undone alone")
    func together() async throws {
        let home = try TemporaryDirectory("keyfob-short")
        defer { home.remove() }
        let store = try SQLiteIdPStore(directory: home.path)
        let kept = try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<600 {
                group.addTask {
                    let body = { @Sendable (transaction: any IdPTransaction) in
                        _ = try transaction.spendNonce(hash: Self.hash(number), until: 100)
                        if number.isMultiple(of: 3) { throw Refused() }
                    }
                    do {
                        try await number.isMultiple(of: 2) ? store.transaction(body) : store.shortTransaction(body)
                        return number
                    } catch is Refused {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
        }
        #expect(kept == Set((0..<600).filter { !$0.isMultiple(of: 3) }))
        // Another store on the same file finds what the callers got.
        let reader = try SQLiteIdPStore(directory: home.path)
        let found = try await reader.transaction { transaction in
            try Set((0..<600).filter { try transaction.isNonceSpent(hash: Self.hash($0)) })
        }
        #expect(found == kept)
    }

    @Test("A transaction that throws before it writes repeats none of those that commit with it")
    func refusedEarly() async throws {
        let home = try TemporaryDirectory("keyfob-short-refused")
        defer { home.remove() }
        let store = try SQLiteIdPStore(directory: home.path)
        let runs = Runs()
        let refused = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<600 {
                group.addTask {
                    do {
                        try await store.transaction { transaction in
                            runs.count.withLock { $0 += 1 }
                            if number.isMultiple(of: 3) { throw Refused() }
                            _ = try transaction.spendNonce(hash: Self.hash(number), until: 100)
                        }
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 200)
        #expect(runs.count.withLock { $0 } == 600)
        let found = try await store.transaction { transaction in
            try (0..<600).filter { try transaction.isNonceSpent(hash: Self.hash($0)) }
        }
        #expect(found == (0..<600).filter { !$0.isMultiple(of: 3) })
    }

    @Test("A text keeps everything after U+0000, and is not found by what precedes it")
    func zero() async throws {
        let home = try TemporaryDirectory("keyfob-zero")
        defer { home.remove() }
        let store = try SQLiteIdPStore(directory: home.path)
        let user = User(
            objectID: "id", tenantID: "tenant", userPrincipalName: "ada\u{0}x@contoso.test", displayName: "Ada\u{0}L")
        let found = try await store.transaction { transaction in
            try transaction.put(user)
            return (
                try transaction.user(objectID: "id"), try transaction.user(userPrincipalName: "ada\u{0}x@contoso.test"),
                try transaction.user(userPrincipalName: "ada")
            )
        }
        #expect(found.0?.displayName == "Ada\u{0}L")
        #expect(found.1?.objectID == "id")
        #expect(found.2 == nil)
    }

    private static func hash(_ number: Int) -> [UInt8] { Array("nonce \(number)".utf8) }

    private final class Runs: Sendable {
        let count = Mutex(0)
    }

    private actor Counter {
        private var last = 0
        func next() -> Int {
            last += 1
            return last
        }
    }
}

/// A store that runs every transaction as a short one.
private final class ShortTransactionStore: IdPStore {
    private let inner: SQLiteIdPStore

    init(_ inner: SQLiteIdPStore) { self.inner = inner }

    func transaction<R: Sendable>(_ body: @escaping @Sendable (any IdPTransaction) throws -> R) async throws -> R {
        try await inner.shortTransaction(body)
    }
}
