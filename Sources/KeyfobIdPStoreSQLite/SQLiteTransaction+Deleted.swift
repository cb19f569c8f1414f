import KeyfobIdPModel
import KeyfobSQLite

extension SQLiteTransaction {
    private static func item(_ row: StatementRow) throws -> DeletedItem {
        guard let kind = DeletedItem.Kind(rawValue: row[1]) else { throw UnreadableRow() }
        return DeletedItem(
            kind: kind, id: row[0], tenantID: row[2], deletedAt: row[3], document: row[4],
            groups: ScopeColumn.scopes(row[5]))
    }

    func deletedItem(id: String) throws -> DeletedItem? {
        try row(
            "SELECT id, kind, tenant_id, deleted_at, document, groups FROM deleted_item WHERE id = ?", [id], Self.item)
    }

    func deletedItems(tenantID: String) throws -> [DeletedItem] {
        try rows(
            """
            SELECT id, kind, tenant_id, deleted_at, document, groups FROM deleted_item WHERE tenant_id = ?
            ORDER BY position
            """, [tenantID], Self.item)
    }

    func objectCount(tenantID: String) throws -> Int {
        let count: Int64? = try row(
            """
            SELECT (SELECT count(*) FROM user WHERE tenant_id = ?) + (SELECT count(*) FROM deleted_item WHERE tenant_id = ?)
            """, [tenantID, tenantID]
        ) { row in row[0] }
        return Int(count ?? 0)
    }

    func put(_ item: DeletedItem) throws {
        try run(
            """
            INSERT INTO deleted_item (id, kind, tenant_id, deleted_at, document, groups) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, tenant_id = excluded.tenant_id,
                deleted_at = excluded.deleted_at, document = excluded.document, groups = excluded.groups
            """,
            [
                item.id, item.kind.rawValue, item.tenantID, item.deletedAt, item.document,
                ScopeColumn.text(item.groups),
            ])
    }

    func removeDeletedItem(id: String) throws { try run("DELETE FROM deleted_item WHERE id = ?", [id]) }

    /// Removes objects that were deleted before a moment, with what is stored for them.
    ///
    /// - Returns: whether there may be more.
    func purgeDeleted(before time: Int64, atMost count: Int) throws -> Bool {
        let items = try rows(
            """
            SELECT id, kind, tenant_id, deleted_at, document, groups FROM deleted_item WHERE deleted_at < ? LIMIT ?
            """, [time, count], Self.item)
        for item in items { try DeletedItemPurge.remove(item, in: self) }
        return items.count == count
    }

    func consents(tenantID: String) throws -> [Consent] {
        try rows(
            """
            SELECT user_id, client_id, resource_id, scopes, refused FROM consent WHERE tenant_id = ?
            ORDER BY user_id, client_id, resource_id
            """, [tenantID]
        ) { row in
            Consent(
                tenantID: tenantID, userID: row[0], clientID: row[1], resourceID: row[2],
                scopes: ScopeColumn.scopes(row[3]), refused: ScopeColumn.scopes(row[4]))
        }
    }

    func removeConsents(appID: String) throws {
        try run("DELETE FROM consent WHERE client_id = ? OR resource_id = ?", [appID, appID])
    }
}
