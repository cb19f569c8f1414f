#if PostgreSQL
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension PostgreSQLPool {
    /// The largest number of times that a body runs.
    private static var attempts: Int { 200 }
    /// The largest number of repetitions for another reason than a lost race.
    private static var exceptions: Int { 3 }

    /// Runs a body in a serialisable transaction, which is durable on return.
    ///
    /// A transaction that loses a race against another one is rolled back and repeated after a short random time. So
    /// is one whose connection ends before COMMIT is sent: the server has rolled it back.
    ///
    /// A connection that ends after COMMIT was sent is another matter. The server may have committed and only its
    /// response was lost; then a second run of the body would use a code twice, once for a response that was never
    /// sent. So the outcome is reported as unknown, and the caller's client has to begin again.
    ///
    /// - Parameters:
    ///   - body: may run more than once, on a thread that it may block.
    ///   - finish: runs after a commit, outside of the transaction; its failure is ignored.
    /// - Throws: the body's error, or ``PostgreSQLError``. Unless its kind is `unknownOutcome`, nothing of the body's
    ///   work remains.
    package func serializable<Value: Sendable, Rest>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> (Value, Rest),
        finish: @escaping @Sendable (PostgreSQLConnection, Rest) throws -> Void
    ) async throws -> Value {
        try await run { worker in
            var exceptions = 0
            var attempt = 0
            while true {
                attempt += 1
                let connection = try worker.connection()
                do {
                    let (value, rest) = try connection.transaction("SERIALIZABLE", body)
                    try? finish(connection, rest)
                    return value
                } catch let error as PostgreSQLError where attempt < Self.attempts {
                    switch error.kind {
                    case .refused where error.isLostRace: break
                    case .lost where exceptions < Self.exceptions: exceptions += 1
                    case .refused where error.isDuplicate && exceptions < Self.exceptions: exceptions += 1
                    case .refused where error.isOutdated && exceptions < Self.exceptions:
                        exceptions += 1
                        worker.discard()
                    default: throw error
                    }
                    Self.pause(attempt)
                }
            }
        }
    }

    /// Waits for a random time, so that transactions that met once do not meet again; longer after each attempt.
    private static func pause(_ attempt: Int) {
        usleep(.random(in: 0..<min(500 << UInt32(min(attempt, 7)), 50_000)))
    }
}
#endif
