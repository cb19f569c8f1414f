#if PostgreSQL
import KeyfobIdPModel
import KeyfobPostgreSQL

@testable import KeyfobIdPStorePostgreSQL

/// What a test does to the connection of a running transaction.
enum PostgreSQLTransactionProbe {
    /// Lets the server end the connection.
    static func endConnection(of transaction: any IdPTransaction) throws {
        guard let transaction = transaction as? PostgreSQLTransaction else { return }
        try transaction.run("SELECT pg_terminate_backend(pg_backend_pid())")
    }
}
#endif
