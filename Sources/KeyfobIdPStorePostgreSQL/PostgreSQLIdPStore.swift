#if PostgreSQL
import KeyfobBackport
import KeyfobCore
package import KeyfobIdPModel
package import KeyfobPostgreSQL

/// The identity provider's data in one PostgreSQL database, which any number of nodes share.
///
/// A transaction is serialisable and on the server's disk when it returns. It runs on a thread of its own and is
/// repeated if it loses a race. If the connection ends while it is committed, its outcome is unknown: then it is not
/// repeated, because a code or a refresh token that is used once could be used twice, and the error has the code
/// `storeUnavailable`.
package final class PostgreSQLIdPStore: IdPStore {
    private let pool: PostgreSQLPool
    private let growth: Mutex<LogGrowth>
    private let marks = LogMarks()

    /// Connects, and creates or migrates the tables.
    ///
    /// - Parameters:
    ///   - address: the server and the database.
    ///   - connections: the largest number of connections.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the database cannot be reached or changed, or was
    ///   written by a newer version.
    package static func open(_ address: PostgreSQLAddress, connections: Int = 8) async throws -> PostgreSQLIdPStore {
        let pool = PostgreSQLPool(address, size: connections, setup: PostgreSQLIdPSchema.setup)
        do {
            try await pool.run { worker in
                try PostgreSQLIdPSchema.schema.migrate(worker.connection(), address) { connection in
                    try PostgreSQLTransaction(connection).adoptRestoredLog()
                }
            }
        } catch let error as PostgreSQLError {
            throw AuthError.postgreSQL(error, address)
        }
        return PostgreSQLIdPStore(pool)
    }

    private init(_ pool: PostgreSQLPool) {
        self.pool = pool
        growth = Mutex(.unknown)
    }

    /// The use of the connections at the moment.
    package var use: PostgreSQLPoolUse { pool.use }

    /// Runs a body in one serialisable transaction, durable on return.
    ///
    /// - Throws: the body's error; ``AuthError`` with code `storeUnavailable` if PostgreSQL failed. In both cases
    ///   nothing of the body's work remains, unless the error says that its outcome is unknown.
    package func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        do {
            return try await attempt(body)
        } catch is LogHorizon.Missing {
            let horizon = try await horizon()
            return try await attempt(body, horizon)
        }
    }

    private func attempt<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R, _ horizon: LogHorizon? = nil
    ) async throws -> R {
        try await serializable { [marks] connection in
            let transaction = PostgreSQLTransaction(connection, marks, horizon)
            return (try body(transaction), transaction.rest)
        } finish: { [self] connection, rest in
            try finish(rest, PostgreSQLTransaction(connection))
        }
    }

    private func horizon() async throws -> LogHorizon {
        try await serializable {
            (try LogHorizon($0), ())
        } finish: { _, _ in
        }
    }

    private func serializable<R: Sendable, Rest>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> (R, Rest),
        finish: @escaping @Sendable (PostgreSQLConnection, Rest) throws -> Void
    ) async throws -> R {
        do {
            return try await pool.serializable(body, finish: finish)
        } catch let error as PostgreSQLError {
            throw AuthError.postgreSQL(error, pool.address)
        }
    }

    /// Enforces the limits that a transaction may have exceeded. Inside it, each request from one address would read
    /// the rows that the others write, and so would each entry of the log; all of them would conflict.
    private func finish(_ rest: TransactionRest, _ transaction: PostgreSQLTransaction) throws {
        for (table, address) in rest.waiting { try transaction.limitWaiting(table, address: address) }
        guard rest.log.entries > 0, growth.withLock({ $0.isDue(adding: rest.log) }) else { return }
        try transaction.limitLog()
    }
}

/// What a transaction leaves to do after its commit.
final class TransactionRest {
    /// The tables and addresses of rows that wait for a user.
    var waiting: [(table: WaitingTable, address: String)] = []
    /// What it added to the sign-in log.
    var log = LogGrowth()
}

/// The entries and bytes that were added to the sign-in log since its limits were last enforced by this process.
struct LogGrowth: Sendable {
    /// The distance between two checks of the log's size, so that a full log costs no deletion at each append.
    private static let entriesBetweenLooks: Int64 = 2000
    private static let bytesBetweenLooks: Int64 = 1 << 20

    /// The state of a process that has not looked yet.
    static let unknown = LogGrowth(entries: entriesBetweenLooks, bytes: 0)

    var entries: Int64 = 0
    var bytes: Int64 = 0

    /// Adds, and returns whether it is time to look at the log; if so, counting begins again.
    mutating func isDue(adding other: LogGrowth) -> Bool {
        entries += other.entries
        bytes += other.bytes
        guard entries >= Self.entriesBetweenLooks || bytes >= Self.bytesBetweenLooks else { return false }
        self = LogGrowth()
        return true
    }
}
#endif
