#if PostgreSQL
/// A failure of a statement or of the connection. It contains no value of a statement and no password: PostgreSQL's
/// texts can repeat values, so of a refused statement only the code and the names are kept.
package struct PostgreSQLError: Error, Sendable, Hashable {
    /// What failed.
    package enum Kind: Sendable, Hashable {
        /// No connection could be made.
        case unreachable
        /// The connection ended before the transaction was committed.
        case lost
        /// The connection ended after COMMIT was sent, so that the transaction may be committed or not.
        case unknownOutcome
        /// The server refused a statement.
        case refused
        /// A row is not as this program writes it.
        case unreadable
        /// No connection was free in time.
        case busy
    }

    /// What failed.
    package let kind: Kind
    /// The server's code (SQLSTATE), if it sent one.
    package let state: String?
    /// What the server or libpq reports, without values.
    package let detail: String

    /// Makes an error.
    package init(_ kind: Kind, state: String? = nil, detail: String = "") {
        self.kind = kind
        self.state = state
        self.detail = detail
    }

    /// Whether the transaction lost a race against another one, and can be repeated: it was not serialisable (40001),
    /// or it was in a deadlock (40P01).
    var isLostRace: Bool { ["40001", "40P01"].contains(state) }

    /// Whether a key was there already (23505). Another transaction may have inserted it, which a repeated body sees.
    var isDuplicate: Bool { state == "23505" }

    /// Whether the connection's prepared statements no longer fit the tables, after a migration by another node.
    var isOutdated: Bool { ["0A000", "26000"].contains(state) }

    /// Whether the server ends the connection with that code: it is stopping, starting, or has failed (classes 57P and 08).
    static func endsConnection(_ state: String) -> Bool {
        ["57P01", "57P02", "57P03", "57P05"].contains(state) || state.hasPrefix("08")
    }
}
#endif
