#if PostgreSQL
package import KeyfobCore

extension AuthError {
    /// Translates an error of PostgreSQL into an ``AuthError``.
    package static func postgreSQL(_ error: PostgreSQLError, _ address: PostgreSQLAddress) -> AuthError {
        let state = error.state.map { " (\($0))" } ?? ""
        let detail = error.detail.isEmpty ? "" : ": \(error.detail)"
        let (message, remedy) =
            switch error.kind {
            case .unreachable:
                (
                    "The database \(address) cannot be reached\(detail).",
                    "Check that PostgreSQL runs there, the address, and the user's password and permissions."
                )
            case .lost:
                (
                    "The connection to the database \(address) ended\(state); nothing was written.",
                    "Try again; if it happens again, look into PostgreSQL's log."
                )
            case .unknownOutcome:
                (
                    "The connection to the database \(address) ended while it saved\(state): this request's work is "
                        + "saved completely or not at all.",
                    "Begin again, for example with a new sign-in."
                )
            case .refused where error.isLostRace:
                (
                    "Other transactions of the database \(address) changed the same data again and again\(state).",
                    "Try again."
                )
            case .refused:
                (
                    "The database \(address) refused an operation\(state)\(detail).",
                    "Try again; if it happens again, look into PostgreSQL's log."
                )
            case .unreadable:
                (
                    "The database \(address) contains a row that this program has not written.",
                    "Restore it from a backup, or use the release that wrote it."
                )
            case .busy:
                ("Every connection to the database \(address) was busy for too long.", "Try again.")
            }
        return AuthError(.storeUnavailable, origin: .store, message: message, remedy: remedy, cause: error)
    }
}
#endif
