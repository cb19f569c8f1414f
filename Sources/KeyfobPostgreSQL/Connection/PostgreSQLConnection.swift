#if PostgreSQL
import CLibPQ

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One connection, which one thread uses. Every call blocks that thread.
package final class PostgreSQLConnection {
    private let handle: OpaquePointer
    /// The names of the prepared statements, by their text.
    private var prepared: [String: String] = [:]
    /// The first failure of the present transaction: the server refuses everything after it, also if the body goes on.
    private(set) var failure: PostgreSQLError?
    /// Whether it can no longer be used.
    private(set) var isLost = false

    /// Connects.
    ///
    /// - Parameter setup: statements for the new connection.
    /// - Throws: ``PostgreSQLError``.
    package init(_ address: PostgreSQLAddress, setup: String) throws(PostgreSQLError) {
        // A peer that has vanished is noticed within a minute, and not after the system's two hours.
        var parameters = [
            "connect_timeout": "5", "keepalives_idle": "20", "keepalives_interval": "10", "keepalives_count": "3",
            "tcp_user_timeout": "30000", "application_name": "keyfob-idp",
            // A standby takes no writes.
            "target_session_attrs": "read-write",
        ].merging(address.parameters) { $1 }
        parameters["client_encoding"] = "UTF8"
        guard let handle = Self.open(parameters) else { throw PostgreSQLError(.unreachable) }
        guard PQstatus(handle) == CONNECTION_OK else {
            let report = Self.line(PQerrorMessage(handle))
            PQfinish(handle)
            throw PostgreSQLError(.unreachable, detail: report)
        }
        self.handle = handle
        // The server's notices would go to standard error, with values in them.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        guard Self.isUTF8(PQparameterStatus(handle, "server_encoding")) else {
            throw PostgreSQLError(.unreachable, detail: "The encoding of the database is not UTF8")
        }
        try script(setup)
    }

    deinit { PQfinish(handle) }

    /// Runs a statement with parameters, `$1` and so on. It is prepared once per connection.
    ///
    /// - Throws: ``PostgreSQLError``.
    @discardableResult
    package func run(_ sql: String, _ parameters: [(any PostgreSQLParameter)?] = []) throws(PostgreSQLError)
        -> PostgreSQLResult
    {
        let name: String
        if let known = prepared[sql] {
            name = known
        } else {
            name = "s\(prepared.count)"
            _ = try checked(PQprepare(handle, name, sql, 0, nil))
            prepared[sql] = name
        }
        return try checked(execute(name, parameters))
    }

    /// Runs statements without parameters, one after another.
    ///
    /// - Throws: ``PostgreSQLError``.
    @discardableResult
    package func script(_ sql: String) throws(PostgreSQLError) -> PostgreSQLResult {
        try checked(PQexec(handle, sql))
    }

    /// Begins a transaction.
    func begin(_ isolation: String) throws(PostgreSQLError) {
        failure = nil
        try script("BEGIN ISOLATION LEVEL \(isolation)")
    }

    /// Commits the present transaction.
    ///
    /// - Throws: ``PostgreSQLError``: of kind `unknownOutcome` if the connection ended, and otherwise nothing of the
    ///   transaction remains.
    func commit() throws(PostgreSQLError) {
        let result: PostgreSQLResult
        do { result = try script("COMMIT") } catch {
            guard isLost else { throw error }
            throw PostgreSQLError(.unknownOutcome, state: error.state, detail: error.detail)
        }
        // The server ends a transaction in which a statement failed this way, without an error.
        guard result.command == "COMMIT" else { throw failure ?? PostgreSQLError(.refused, state: "25P02") }
    }

    /// Rolls back the present transaction; a connection that cannot do so is lost.
    func rollBack() {
        do { try script("ROLLBACK") } catch { isLost = true }
        failure = nil
    }

    private func execute(_ name: String, _ parameters: [(any PostgreSQLParameter)?]) -> OpaquePointer? {
        guard !parameters.isEmpty else { return PQexecPrepared(handle, name, 0, nil, nil, nil, 1) }
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for parameter in parameters {
            parameter?.append(to: &bytes)
            ends.append(bytes.count)
        }
        // An empty value needs an address too: none would be NULL.
        bytes.append(0)
        return bytes.withUnsafeBytes { buffer in
            var values: [UnsafePointer<CChar>?] = []
            var lengths: [Int32] = []
            var start = 0
            for (parameter, end) in zip(parameters, ends) {
                let address = buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
                values.append(parameter == nil ? nil : address)
                lengths.append(Int32(clamping: end - start))
                start = end
            }
            let formats = [Int32](repeating: 1, count: parameters.count)
            return PQexecPrepared(handle, name, Int32(clamping: parameters.count), values, lengths, formats, 1)
        }
    }

    private func checked(_ pointer: OpaquePointer?) throws(PostgreSQLError) -> PostgreSQLResult {
        if let pointer {
            let status = PQresultStatus(pointer)
            if [PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY].contains(status) {
                return PostgreSQLResult(pointer)
            }
        }
        defer { PQclear(pointer) }
        let state = Self.field("C", of: pointer)
        // The server sends a code with each error; an error without one is libpq's own. After a failed write libpq still
        // calls the connection good if the server's last message was waiting to be read.
        if PQstatus(handle) != CONNECTION_OK || state.map(PostgreSQLError.endsConnection) ?? true {
            isLost = true
        }
        let names = [("t", "table"), ("n", "constraint")].compactMap { code, name in
            Self.field(code, of: pointer).map { "\(name) \($0)" }
        }
        let error = PostgreSQLError(isLost ? .lost : .refused, state: state, detail: names.joined(separator: ", "))
        if failure == nil { failure = error }
        throw error
    }

    /// A field of an error report, by libpq's letter.
    private static func field(_ code: Unicode.Scalar, of result: OpaquePointer?) -> String? {
        PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }

    private static func isUTF8(_ name: UnsafePointer<CChar>?) -> Bool { name.map { String(cString: $0) } == "UTF8" }

    /// A report of libpq in one line. Reports about a connection name the host, the user and the database only.
    private static func line(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "" }
        return String(cString: text).split(separator: "\n").map { $0.trimmingPrefix { $0.isWhitespace } }
            .joined(separator: " ")
    }

    private static func open(_ parameters: [String: String]) -> OpaquePointer? {
        let names = parameters.keys.map { strdup($0) }
        let values = parameters.values.map { strdup($0) }
        defer { for text in names + values { free(text) } }
        return PQconnectdbParams(
            names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
    }
}

extension PostgreSQLConnection {
    /// Runs a body in a transaction, once.
    ///
    /// - Parameter isolation: the isolation level's name in SQL.
    /// - Throws: the body's error, or ``PostgreSQLError``.
    package func transaction<Value>(
        _ isolation: String = "READ COMMITTED", _ body: (PostgreSQLConnection) throws -> Value
    ) throws -> Value {
        try begin(isolation)
        let value: Value
        do {
            value = try body(self)
            // A body that catches a failed statement's error must not seem to have done its work.
            if let failure { throw failure }
        } catch {
            let failure = failure
            if !isLost { rollBack() }
            throw failure ?? error
        }
        try commit()
        return value
    }
}
#endif
