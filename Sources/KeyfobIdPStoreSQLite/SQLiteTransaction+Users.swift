import KeyfobIdPModel
import KeyfobSQLite

extension SQLiteTransaction {
    private static var userColumns: String {
        """
        object_id, tenant_id, user_principal_name, display_name, given_name, family_name, mail, password_hash,
        is_enabled, tokens_valid_from, revocation_epoch, is_demonstration, home_user_id, home_tenant_id,
        certificate_user_ids, is_certificate_only, created_at, further_members, must_change_password
        """
    }

    private static func user(_ row: StatementRow) throws -> User {
        var user = User(
            objectID: row[0], tenantID: row[1], userPrincipalName: row[2], displayName: row[3], givenName: row[4],
            familyName: row[5], mail: row[6], passwordHash: row[7], isEnabled: row[8], tokensValidFrom: row[9],
            revocationEpoch: row[10], homeUserID: row[12], homeTenantID: row[13], isDemonstration: row[11])
        let certificateIDs: String? = row[14]
        user.certificateUserIDs = try certificateIDs.map { try Document.value($0) }
        user.isCertificateOnly = row[15]
        user.createdAt = row[16]
        user.furtherMembers = row[17]
        user.mustChangePassword = row[18]
        return user
    }

    func user(objectID: String) throws -> User? {
        try row("SELECT \(Self.userColumns) FROM user WHERE object_id = ?", [objectID], Self.user)
    }

    func user(userPrincipalName: String) throws -> User? {
        try row("SELECT \(Self.userColumns) FROM user WHERE name_key = ?", [userPrincipalName.lowercased()], Self.user)
    }

    func guest(of homeUserID: String, in tenantID: String) throws -> User? {
        try row(
            "SELECT \(Self.userColumns) FROM user WHERE home_user_id = ? AND tenant_id = ?", [homeUserID, tenantID],
            Self.user)
    }

    func users() throws -> [User] {
        try rows("SELECT \(Self.userColumns) FROM user ORDER BY position", [], Self.user)
    }

    func hasDemonstrationUsers() throws -> Bool {
        try row("SELECT 1 FROM user WHERE is_demonstration LIMIT 1", [], { _ in true }) ?? false
    }

    func users(tenantID: String, after position: Int64, limit: Int) throws -> UserPage {
        // One more than the limit shows whether there is a next page.
        var found = try rows(
            "SELECT \(Self.userColumns), position FROM user WHERE tenant_id = ? AND position > ? ORDER BY position LIMIT ?",
            [tenantID, position, limit + 1]
        ) { row in (user: try Self.user(row), position: row[19] as Int64) }
        let isMore = found.count > limit
        if isMore { found.removeLast() }
        return UserPage(users: found.map(\.user), next: isMore ? found.last?.position : nil)
    }

    func removeUser(objectID: String) throws { try run("DELETE FROM user WHERE object_id = ?", [objectID]) }

    func removeRecords(userID: String) throws {
        try run("DELETE FROM consent WHERE user_id = ?", [userID])
        try run("DELETE FROM consent WHERE user_id = ? AND client_id = ?", [Consent.assignment, userID])
        for table in ["user_factor", "lockout", "file", "refresh_token"] {
            try run("DELETE FROM \(table) WHERE user_id = ?", [userID])
        }
    }

    func put(_ user: User) throws {
        try run(
            """
            INSERT INTO user (\(Self.userColumns), name_key) VALUES (
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (object_id) DO UPDATE SET tenant_id = excluded.tenant_id,
                user_principal_name = excluded.user_principal_name, display_name = excluded.display_name,
                given_name = excluded.given_name, family_name = excluded.family_name, mail = excluded.mail,
                password_hash = excluded.password_hash, is_enabled = excluded.is_enabled,
                tokens_valid_from = excluded.tokens_valid_from,
                revocation_epoch = excluded.revocation_epoch, is_demonstration = excluded.is_demonstration,
                home_user_id = excluded.home_user_id, home_tenant_id = excluded.home_tenant_id,
                certificate_user_ids = excluded.certificate_user_ids,
                is_certificate_only = excluded.is_certificate_only, created_at = excluded.created_at,
                further_members = excluded.further_members,
                must_change_password = excluded.must_change_password, name_key = excluded.name_key
            """,
            [
                user.objectID, user.tenantID, user.userPrincipalName, user.displayName, user.givenName,
                user.familyName, user.mail, user.passwordHash, user.isEnabled, user.tokensValidFrom,
                user.revocationEpoch, user.isDemonstration, user.homeUserID, user.homeTenantID,
                try user.certificateUserIDs.map { try Document.text(of: $0) }, user.isCertificateOnly,
                user.createdAt, user.furtherMembers, user.mustChangePassword,
                user.userPrincipalName.lowercased(),
            ])
    }

    func lockout(userID: String) throws -> Lockout? {
        try row("SELECT document FROM lockout WHERE user_id = ?", [userID]) { try Document.value($0[0]) }
    }

    func put(_ lockout: Lockout) throws {
        try run(
            """
            INSERT INTO lockout (user_id, document) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET document = excluded.document
            """, [lockout.userID, try Document.text(of: lockout)])
    }
}
