import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The deleted objects, which can be restored for 30 days.
enum DeletedPages {
    static func list(_ request: PortalRequest) async throws -> HTTPResponse {
        let tenantID = request.tenant.id
        let items = try await request.read { try $0.deletedItems(tenantID: tenantID) }
        let rows: [[HTML]] = items.suffix(200).reversed().map { item in
            let name = Self.name(of: item)
            let restore: HTML? =
                request.may(right(item.kind))
                ? request.button("Restore", about: name, to: HTML.address("deleted", item.id, "restore")) : nil
            return [
                .text(name), .text(kind(item.kind)), .time(item.deletedAt),
                .time(item.deletedAt + DeletedItem.lifetime), "\(restore)",
            ]
        }
        return PortalPage(
            id: "deleted", title: "Deleted objects", section: .deleted,
            content: """
                \(PortalTable(
                    caption: PortalFilter.caption("objects", shown: rows.count, of: items.count),
                    columns: ["Name", "Kind", "Deleted", "Removed for good", ""], rows: rows).html)
                """
        ).response(request)
    }

    static func restore(_ request: PortalRequest) async throws -> HTTPResponse {
        let (id, rights, tenantID) = (request.id, request.session.rights, request.tenant.id)
        let address = try await request.edit { editor -> String in
            guard let item = try editor.transaction.deletedItem(id: id), item.tenantID == tenantID else {
                throw DirectoryError.notFound("This directory has no such deleted object.")
            }
            guard rights.contains(right(item.kind)) else { throw DirectoryError.forbidden(right(item.kind)) }
            switch item.kind {
            case .user: return HTML.address("users", try editor.restoreUser(item).objectID)
            case .application: return HTML.address("applications", try editor.restoreApplication(item).objectID)
            case .group: return HTML.address("groups", try editor.restoreGroup(item).id)
            case .servicePrincipal:
                _ = try editor.restorePrincipal(item)
                return "/portal/deleted"
            }
        }
        return .seeOther("\(address)?done=restored")
    }

    private static func right(_ kind: DeletedItem.Kind) -> DirectoryRight {
        switch kind {
        case .user: .writeUsers
        case .application, .servicePrincipal: .writeApplications
        case .group: .writeGroups
        }
    }

    private static func kind(_ kind: DeletedItem.Kind) -> String {
        switch kind {
        case .user: "user"
        case .application: "app registration"
        case .group: "group"
        case .servicePrincipal: "enterprise application"
        }
    }

    private static func name(of item: DeletedItem) -> String {
        let document = try? JSONValue(parsing: item.document)
        return document?["displayName"]?.stringValue ?? item.id
    }
}
