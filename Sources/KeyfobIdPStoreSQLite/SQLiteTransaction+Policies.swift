import KeyfobIdPModel

extension SQLiteTransaction {
    func directoryObjects() throws -> [DirectoryObject] {
        try rows("SELECT kind, id, tenant_id, document FROM directory_object ORDER BY position") { row in
            guard let kind = DirectoryObject.Kind(rawValue: row[0]) else { throw UnreadableRow() }
            return DirectoryObject(kind: kind, id: row[1], tenantID: row[2], document: row[3])
        }
    }

    func put(_ object: DirectoryObject) throws {
        try run(
            """
            INSERT INTO directory_object (kind, tenant_id, id, document) VALUES (?, ?, ?, ?)
            ON CONFLICT (kind, tenant_id, id) DO UPDATE SET document = excluded.document
            """, [object.kind.rawValue, object.tenantID, object.id, object.document])
        try raiseDirectoryVersion()
    }

    func removeDirectoryObject(_ kind: DirectoryObject.Kind, id: String, tenantID: String) throws {
        try run(
            "DELETE FROM directory_object WHERE kind = ? AND tenant_id = ? AND id = ?", [kind.rawValue, tenantID, id])
        try raiseDirectoryVersion()
    }

    func factors(userID: String) throws -> UserFactors? {
        try row("SELECT document FROM user_factor WHERE user_id = ?", [userID]) { try Document.value($0[0]) }
    }

    func put(_ factors: UserFactors) throws {
        try run(
            """
            INSERT INTO user_factor (user_id, document) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET document = excluded.document
            """, [factors.userID, try Document.text(of: factors)])
    }

    func appEnrollment(id: String) throws -> AppEnrollment? {
        try row("SELECT document FROM app_enrollment WHERE id = ?", [id]) { try Document.value($0[0]) }
    }

    func appEnrollments(tenantID: String) throws -> [AppEnrollment] {
        try rows("SELECT document FROM app_enrollment WHERE tenant_id = ? ORDER BY position", [tenantID]) {
            try Document.value($0[0])
        }
    }

    func put(_ enrollment: AppEnrollment) throws {
        try run(
            """
            INSERT INTO app_enrollment (id, tenant_id, document) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, document = excluded.document
            """, [enrollment.id, enrollment.tenantID, try Document.text(of: enrollment)])
    }
}
