/// A table of a store in a database, as it moves between databases: the stores have the same tables and columns.
package struct StoredTable: Sendable, Hashable {
    /// A column.
    package struct Column: Sendable, Hashable {
        /// The type of its values.
        package enum Kind: Sendable, Hashable {
            /// Integers of 64 bits.
            case integer
            /// Texts.
            case text
            /// Bytes.
            case bytes
            /// Truth values.
            case boolean
        }

        /// Its name.
        package let name: String
        /// The type of its values.
        package let kind: Kind
    }

    /// Its name.
    package let name: String
    /// Its columns.
    package let columns: [Column]
    /// Whether it has a column `position`, by which its rows are ordered.
    package let isOrdered: Bool

    private init(
        _ name: String, ordered: Bool = false, integers: String = "", texts: String = "", bytes: String = "",
        booleans: String = ""
    ) {
        self.name = name
        isOrdered = ordered
        let kinds: [(String, Column.Kind)] = [
            (integers, .integer), (texts, .text), (bytes, .bytes), (booleans, .boolean),
        ]
        columns = kinds.flatMap { names, kind in
            names.split(separator: " ").map { Column(name: String($0), kind: kind) }
        }
    }

    /// Every table but those of the settings and the sign-in log, which the stores keep in different forms.
    package static let all: [StoredTable] = [
        StoredTable("tenant", ordered: true, texts: "id document"),
        StoredTable("application", ordered: true, texts: "app_id document"),
        StoredTable("directory_object", ordered: true, texts: "kind tenant_id id document"),
        StoredTable(
            "signing_key", ordered: true, integers: "created_at retired_at",
            texts: "key_id algorithm private_key_pem role", bytes: "certificate"),
        StoredTable(
            "user", ordered: true, integers: "tokens_valid_from revocation_epoch created_at",
            texts: """
                object_id name_key tenant_id user_principal_name display_name given_name family_name mail \
                password_hash home_user_id home_tenant_id certificate_user_ids further_members
                """, booleans: "is_enabled is_demonstration is_certificate_only must_change_password"),
        StoredTable("lockout", texts: "user_id document"),
        StoredTable("user_factor", texts: "user_id document"),
        StoredTable("consent", ordered: true, texts: "tenant_id user_id client_id resource_id scopes refused"),
        StoredTable("device", ordered: true, texts: "id tenant_id document"),
        StoredTable("app_enrollment", ordered: true, texts: "id tenant_id document"),
        StoredTable("deleted_item", ordered: true, integers: "deleted_at", texts: "id tenant_id kind document groups"),
        StoredTable("file", integers: "modified_at", texts: "tenant_id user_id name", bytes: "content"),
        StoredTable("session", integers: "expires_at", texts: "document", bytes: "id_hash"),
        StoredTable("pending_sign_in", integers: "expires_at", texts: "address document", bytes: "id_hash"),
        StoredTable(
            "authorization_code", integers: "expires_at redeemed_at", texts: "document", bytes: "code_hash"),
        StoredTable(
            "device_code", integers: "expires_at", texts: "address document", bytes: "code_hash user_code_hash"),
        StoredTable("nonce", integers: "expires_at", bytes: "hash"),
        StoredTable(
            "primary_refresh_token", integers: "expires_at", texts: "device_id grant_id document", bytes: "token_hash"),
        StoredTable(
            "refresh_token", ordered: true,
            integers: "authenticated_at epoch issued_at last_used_at revoked_at redeemed_at",
            texts: """
                grant_id client_id user_id tenant_id scopes resource session_id contexts redirect_uri evidence
                """, bytes: "token_hash parent_hash"),
    ]
}

/// A value of a row that moves between stores.
package enum StoredValue: Sendable, Hashable {
    /// NULL
    case null
    /// An integer.
    case integer(Int64)
    /// A text.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
    /// A truth value.
    case boolean(Bool)
}
