import GRDB
import KeyfobSQLite

/// The tables. Values that a refresh grant reads or writes have columns; the rest is a JSON document next to its keys.
///
/// Row ids give the order of insertion, which the ports promise for tenants, applications, users and keys.
enum IdPSchema {
    static let schema = DatabaseSchema([
        .init("1 directory") { database in
            try database.execute(
                sql: """
                    CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value ANY NOT NULL) STRICT, WITHOUT ROWID;
                    INSERT INTO setting VALUES ('directory_version', 1), ('clock_offset', 0), ('forced_errors', '[]');
                    CREATE TABLE tenant (
                        position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT;
                    CREATE TABLE application (
                        position INTEGER PRIMARY KEY, app_id TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT;
                    CREATE TABLE signing_key (
                        position INTEGER PRIMARY KEY, key_id TEXT NOT NULL UNIQUE, algorithm TEXT NOT NULL,
                        private_key_pem TEXT NOT NULL, certificate BLOB, role TEXT NOT NULL,
                        created_at INTEGER NOT NULL, retired_at INTEGER) STRICT;
                    CREATE TABLE user (
                        position INTEGER PRIMARY KEY, object_id TEXT NOT NULL UNIQUE, name_key TEXT NOT NULL UNIQUE,
                        tenant_id TEXT NOT NULL, user_principal_name TEXT NOT NULL, display_name TEXT NOT NULL,
                        given_name TEXT, family_name TEXT, mail TEXT, password_hash TEXT,
                        is_enabled INTEGER NOT NULL, tokens_valid_from INTEGER NOT NULL, revocation_epoch INTEGER NOT NULL,
                        is_demonstration INTEGER NOT NULL) STRICT;
                    CREATE TABLE lockout (user_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL)
                        STRICT, WITHOUT ROWID;
                    """)
        },
        .init("2 grants") { database in
            try database.execute(
                sql: """
                    CREATE TABLE consent (
                        position INTEGER PRIMARY KEY, tenant_id TEXT NOT NULL, user_id TEXT NOT NULL,
                        client_id TEXT NOT NULL, resource_id TEXT NOT NULL, scopes TEXT NOT NULL,
                        UNIQUE (user_id, client_id, tenant_id, resource_id)) STRICT;
                    CREATE TABLE session (
                        id_hash BLOB PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, document TEXT NOT NULL)
                        STRICT, WITHOUT ROWID;
                    CREATE TABLE pending_sign_in (
                        id_hash BLOB PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, document TEXT NOT NULL)
                        STRICT, WITHOUT ROWID;
                    CREATE TABLE authorization_code (
                        code_hash BLOB PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, redeemed_at INTEGER,
                        document TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE TABLE device_code (
                        code_hash BLOB PRIMARY KEY NOT NULL, user_code_hash BLOB NOT NULL UNIQUE,
                        expires_at INTEGER NOT NULL, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE TABLE refresh_token (
                        position INTEGER PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE, grant_id TEXT NOT NULL,
                        client_id TEXT NOT NULL, user_id TEXT NOT NULL, tenant_id TEXT NOT NULL, scopes TEXT NOT NULL,
                        resource TEXT, authenticated_at INTEGER NOT NULL, epoch INTEGER NOT NULL,
                        session_id TEXT, redirect_uri TEXT,
                        issued_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL, revoked_at INTEGER) STRICT;
                    CREATE INDEX refresh_token_by_grant ON refresh_token (grant_id);
                    CREATE INDEX refresh_token_by_user ON refresh_token (user_id);
                    """)
        },
        .init("3 sign-in log") { database in
            try database.execute(
                sql: """
                    CREATE TABLE sign_in (
                        sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, event TEXT NOT NULL, client_id TEXT,
                        redirect_uri TEXT, user TEXT, tenant_id TEXT, scopes TEXT NOT NULL, resource TEXT,
                        correlation_id TEXT, error_code INTEGER, detail TEXT) STRICT;
                    """)
        },
        .init("guests") { database in
            try database.execute(
                sql: """
                    ALTER TABLE user ADD COLUMN home_user_id TEXT;
                    ALTER TABLE user ADD COLUMN home_tenant_id TEXT;
                    CREATE UNIQUE INDEX user_by_home ON user (home_user_id, tenant_id) WHERE home_user_id IS NOT NULL;
                    """)
        },
        .init("resources and lines of tokens") { database in
            try database.execute(
                sql: """
                    ALTER TABLE consent ADD COLUMN refused TEXT NOT NULL DEFAULT '';
                    ALTER TABLE refresh_token ADD COLUMN contexts TEXT;
                    ALTER TABLE refresh_token ADD COLUMN redeemed_at INTEGER;
                    ALTER TABLE refresh_token ADD COLUMN parent_hash BLOB;
                    CREATE TABLE file (
                        tenant_id TEXT NOT NULL, user_id TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL,
                        modified_at INTEGER NOT NULL, PRIMARY KEY (user_id, tenant_id, name)) STRICT, WITHOUT ROWID;
                    CREATE TABLE nonce (hash BLOB PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL)
                        STRICT, WITHOUT ROWID;
                    """)
        },
        // NULL means a password only.
        .init("evidence") { database in
            try database.execute(sql: "ALTER TABLE refresh_token ADD COLUMN evidence TEXT;")
        },
        .init("conditional access") { database in
            try database.execute(
                sql: """
                    ALTER TABLE sign_in ADD COLUMN policies TEXT;
                    CREATE TABLE directory_object (
                        position INTEGER PRIMARY KEY, kind TEXT NOT NULL, tenant_id TEXT NOT NULL, id TEXT NOT NULL,
                        document TEXT NOT NULL, UNIQUE (kind, tenant_id, id)) STRICT;
                    CREATE TABLE user_factor (user_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL)
                        STRICT, WITHOUT ROWID;
                    CREATE TABLE device (
                        position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tenant_id TEXT NOT NULL,
                        document TEXT NOT NULL) STRICT;
                    CREATE TABLE app_enrollment (
                        position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tenant_id TEXT NOT NULL,
                        document TEXT NOT NULL) STRICT;
                    """)
        },
        .init("certificates of users") { database in
            try database.execute(
                sql: """
                    ALTER TABLE user ADD COLUMN certificate_user_ids TEXT;
                    ALTER TABLE user ADD COLUMN is_certificate_only INTEGER;
                    """)
        },
        .init("primary refresh tokens and who asks") { database in
            try database.execute(
                sql: """
                    ALTER TABLE sign_in ADD COLUMN caller_bundle_id TEXT;
                    ALTER TABLE sign_in ADD COLUMN caller_assurance TEXT;
                    ALTER TABLE sign_in ADD COLUMN device_id TEXT;
                    CREATE TABLE primary_refresh_token (
                        token_hash BLOB PRIMARY KEY NOT NULL, device_id TEXT NOT NULL, expires_at INTEGER NOT NULL,
                        document TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE INDEX primary_refresh_token_by_device ON primary_refresh_token (device_id);
                    """)
        },
        .init("primary refresh tokens by authorization") { database in
            try database.execute(
                sql: """
                    ALTER TABLE primary_refresh_token ADD COLUMN grant_id TEXT;
                    UPDATE primary_refresh_token SET grant_id = json_extract(document, '$.access.grantID');
                    CREATE INDEX primary_refresh_token_by_grant ON primary_refresh_token (grant_id);
                    """)
        },
        .init("size of the sign-in log") { database in
            try database.execute(sql: "ALTER TABLE sign_in ADD COLUMN end_byte INTEGER NOT NULL DEFAULT 0;")
        },
        // These indexes find expired rows without reading the others.
        .init("addresses of what waits, and order of what expires") { database in
            try database.execute(
                sql: """
                    ALTER TABLE pending_sign_in ADD COLUMN address TEXT;
                    ALTER TABLE device_code ADD COLUMN address TEXT;
                    CREATE INDEX pending_sign_in_by_address ON pending_sign_in (address, expires_at)
                        WHERE address IS NOT NULL;
                    CREATE INDEX device_code_by_address ON device_code (address, expires_at) WHERE address IS NOT NULL;
                    CREATE INDEX session_by_end ON session (expires_at);
                    CREATE INDEX pending_sign_in_by_end ON pending_sign_in (expires_at);
                    CREATE INDEX authorization_code_by_end ON authorization_code (expires_at);
                    CREATE INDEX device_code_by_end ON device_code (expires_at);
                    CREATE INDEX nonce_by_end ON nonce (expires_at);
                    CREATE INDEX primary_refresh_token_by_end ON primary_refresh_token (expires_at);
                    CREATE INDEX refresh_token_by_use ON refresh_token (last_used_at);
                    """)
        },
        .init("deleted objects, and further members of users") { database in
            try database.execute(
                sql: """
                    ALTER TABLE user ADD COLUMN created_at INTEGER;
                    ALTER TABLE user ADD COLUMN must_change_password INTEGER;
                    ALTER TABLE user ADD COLUMN further_members TEXT;
                    CREATE INDEX user_by_tenant ON user (tenant_id);
                    CREATE TABLE deleted_item (
                        position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tenant_id TEXT NOT NULL,
                        kind TEXT NOT NULL, deleted_at INTEGER NOT NULL, document TEXT NOT NULL, groups TEXT NOT NULL)
                        STRICT;
                    CREATE INDEX deleted_item_by_time ON deleted_item (deleted_at);
                    """)
        },
    ])
}
