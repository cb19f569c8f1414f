/// A table of a store in a database, whose rows are removed some time after a moment that each row contains.
package struct ExpiringTable: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// A column that names one row.
    package let key: String
    /// The column with the moment (Unix seconds).
    package let moment: String

    /// All of them.
    package static let all = [
        ExpiringTable(name: "session", key: "id_hash", moment: "expires_at"),
        ExpiringTable(name: "pending_sign_in", key: "id_hash", moment: "expires_at"),
        ExpiringTable(name: "authorization_code", key: "code_hash", moment: "expires_at"),
        ExpiringTable(name: "device_code", key: "code_hash", moment: "expires_at"),
        ExpiringTable(name: "nonce", key: "hash", moment: "expires_at"),
        ExpiringTable(name: "primary_refresh_token", key: "token_hash", moment: "expires_at"),
        ExpiringTable(name: "refresh_token", key: "position", moment: "last_used_at"),
    ]

    /// The time before which its rows are removed.
    package func horizon(_ horizon: PurgeHorizon) -> Int64 {
        name == "refresh_token" ? horizon.unused : horizon.expired
    }
}
