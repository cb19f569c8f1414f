import Foundation
import KeyfobIdPModel
import Testing

/// The provider's stores.
package enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory = "memory"
    case sqlite = "SQLite"
    #if PostgreSQL
    case postgreSQL = "PostgreSQL"
    #endif

    /// The kind of the providers that a test makes without naming one (``OnEveryStore``). Outside of such tests it is
    /// `KEYFOB_TEST_STORE` (`memory`, `SQLite`, `PostgreSQL`), by which one run of all tests can have another store.
    @TaskLocal package static var current =
        ProcessInfo.processInfo.environment["KEYFOB_TEST_STORE"].flatMap(StoreKind.init) ?? .memory

    /// Its name.
    package var testDescription: String { rawValue }

    /// Makes an empty store, whose files are removed when it is released.
    package func make() async throws -> any ResettableStore {
        switch self {
        case .memory: MemoryTestStore()
        case .sqlite: try SQLiteTestStore()
        #if PostgreSQL
        case .postgreSQL: try await PostgreSQLTestStore.take()
        #endif
        }
    }
}
