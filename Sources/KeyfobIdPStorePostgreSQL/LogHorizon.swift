#if PostgreSQL
import KeyfobPostgreSQL

/// The transaction id before which the sign-in log is settled: every transaction of a node with a smaller id has ended.
///
/// `pg_snapshot_xmin` is not enough. It is the oldest transaction of the whole server, so a long transaction of another
/// database would hide every new entry. But `pg_locks` says which of the running ones write to the provider's tables.
///
/// It is read before the transaction that uses it, since both reads need an order: first the snapshot, then the locks,
/// then the snapshot of the entries. A transaction with an id below the horizon either holds a lock at the second read,
/// and the horizon is not above its id; or it has ended by then, and the third read sees its entries. Inside a
/// serialisable transaction the third would be as old as the first.
struct LogHorizon: Sendable {
    /// A transaction needs the horizon, and has none: it runs again with one.
    struct Missing: Error {}

    /// The id, as text.
    let transactionID: String

    /// Reads it.
    ///
    /// - Parameter connection: a connection on which no transaction has read anything yet.
    init(_ connection: PostgreSQLConnection) throws {
        let result = try connection.run(
            """
            WITH held AS MATERIALIZED (
                SELECT locktype, database, relation, transactionid, virtualtransaction, mode FROM pg_locks
                WHERE granted)
            SELECT coalesce(
                (SELECT running FROM pg_snapshot_xip(pg_current_snapshot()) AS running
                WHERE running::xid IN (
                    SELECT transactionid FROM held WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock'
                    AND virtualtransaction IN (
                        SELECT virtualtransaction FROM held
                        WHERE locktype = 'relation'
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        AND relation IN (SELECT oid FROM pg_class WHERE relnamespace = 'keyfob_idp'::regnamespace)))
                ORDER BY running LIMIT 1),
                pg_snapshot_xmax(pg_current_snapshot()))::text
            """)
        guard result.count > 0 else { throw PostgreSQLError(.unreadable) }
        transactionID = try result[0][0]
    }
}
#endif
