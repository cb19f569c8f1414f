#if PostgreSQL
import KeyfobBackport
package import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import KeyfobPostgreSQL

/// A PostgreSQL store in a database of its own. When it is released, the database is emptied and used again.
package final class PostgreSQLTestStore: ResettableStore {
    private let database: PostgreSQLTestDatabase
    private let store: PostgreSQLIdPStore
    /// Whether the database can return to its first content.
    private let isFresh = Mutex(true)

    private init(_ database: PostgreSQLTestDatabase) async throws {
        self.database = database
        store = try await PostgreSQLIdPStore.open(database.address, connections: 2)
    }

    deinit { if isFresh.withLock({ $0 }) { PostgreSQLTestDatabase.giveBack(database) } }

    /// An empty store.
    package static func take() async throws -> PostgreSQLTestStore {
        try await PostgreSQLTestStore(try await PostgreSQLTestDatabase.take())
    }

    package func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await store.transaction(body)
    }

    package func keep() async throws {
        isFresh.withLock { $0 = false }
        try await database.keep()
    }

    package func reset() async throws { try await database.reset() }
}
#endif
