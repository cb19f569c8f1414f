/// The names of a provider's metrics, with their meaning.
package enum ProviderMetricNames {
    static let requests = "keyfob_requests_total"
    static let requestTime = "keyfob_request_duration_seconds"
    static let errors = "keyfob_internal_errors_total"
    static let refusals = "keyfob_refusals_total"
    static let events = "keyfob_sign_in_events_total"
    static let transactions = "keyfob_transactions_total"
    static let repeats = "keyfob_transaction_repeats_total"
    static let transactionTime = "keyfob_transaction_duration_seconds"
    static let passwords = "keyfob_password_checks_total"
    static let passwordTime = "keyfob_password_check_duration_seconds"
    static let purges = "keyfob_purges_total"
    /// The passwords whose checks run or wait.
    package static let passwordsWaiting = "keyfob_passwords_waiting"
    /// The connections to PostgreSQL.
    package static let connections = "keyfob_postgresql_connections"
    /// The transactions that wait for one.
    package static let connectionsWaiting = "keyfob_postgresql_waiting"
    /// The lines that were left out of the log.
    package static let linesLeftOut = "keyfob_log_lines_left_out"

    /// The meaning of each, as Prometheus shows it.
    package static let help = [
        requests: "Requests by endpoint and status; endpoint none: no route matches.",
        requestTime: "Time from a request's arrival to its response.",
        errors: "Internal errors by endpoint; endpoint none: apart from requests. Each is a line of the log.",
        refusals: "Refused requests by the number of the AADSTS error.",
        events: "Entries of the sign-in log by event.",
        transactions: "Transactions by result: committed, refused by the provider, failed in the store.",
        repeats: "Repetitions of transactions that lost a race.",
        transactionTime: "Time of a transaction, with its repetitions and its wait for a connection.",
        passwords: "Passwords by result: checked, or not because too many waited.",
        passwordTime: "Time of a password check, with its wait.",
        purges: "Rounds of removing expired data by result: done, more to remove, failed.",
        passwordsWaiting: "Passwords whose checks run or wait.",
        connections: "Connections to PostgreSQL by state.",
        connectionsWaiting: "Transactions that wait for a connection to PostgreSQL.",
        linesLeftOut: "Log lines left out since the start, because standard error was not read.",
    ]
}
