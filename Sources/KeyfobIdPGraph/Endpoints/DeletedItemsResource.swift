import Foundation
import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/directory/deletedItems`: objects that were deleted in the last 30 days.
struct DeletedItemsResource: GraphResource {
    let name = "directory/deletedItems"
    let type = GraphType.directoryObject

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        guard let cast else {
            throw GraphError.unsupported(
                "Searches against this resource are not supported. Only specific instances can be queried.")
        }
        let items = try session.transaction.deletedItems(tenantID: session.tenant.id)
            .filter { $0.kind.rawValue == cast.name }
        return try .finding(items, part) { try Self.entity($0, session) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        let item = try Self.item(key.value, session)
        guard let entity = try Self.entity(item, session) else { throw GraphError.notFound(key.value) }
        return entity
    }

    /// Removes an object for good.
    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        let item = try Self.item(entity.id, session)
        try session.caller.require(Self.right(toChange: item.kind))
        try DeletedItemPurge.remove(item, in: session.transaction)
    }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        guard let entity, name.lowercased() == "restore" else { return nil }
        let item = try Self.item(entity.id, session)
        try session.caller.require(Self.right(toChange: item.kind))
        do {
            let restored =
                switch item.kind {
                case .user: session.entity(try session.editor.restoreUser(item))
                case .group: session.entity(try session.editor.restoreGroup(item))
                case .application: session.entity(try session.editor.restoreApplication(item))
                case .servicePrincipal: session.principalEntity(try session.editor.restorePrincipal(item))
                }
            return .object(
                restored, session.query, context: "$metadata#directoryObjects/$entity", isTyped: true)
        } catch let error as DirectoryError {
            throw GraphError(error, of: entity.type)
        }
    }

    private static func item(_ id: String, _ session: GraphSession) throws -> DeletedItem {
        guard let item = try session.transaction.deletedItem(id: id.lowercased()), item.tenantID == session.tenant.id
        else { throw GraphError.notFound(id) }
        return item
    }

    private static func right(toChange kind: DeletedItem.Kind) -> DirectoryRight {
        switch kind {
        case .user: .writeUsers
        case .group: .writeGroups
        case .application, .servicePrincipal: .writeApplications
        }
    }

    private static func entity(_ item: DeletedItem, _ session: GraphSession) throws -> GraphEntity? {
        let bytes = Data(item.document.utf8)
        var entity: GraphEntity
        switch item.kind {
        case .user:
            var user = try JSONDecoder().decode(User.self, from: bytes)
            // A deleted user's name is free for another; its own begins with the object id until then.
            user.userPrincipalName = user.objectID.filter { $0 != "-" } + user.userPrincipalName
            entity = session.entity(user)
        case .group: entity = session.entity(try UserGroup(try JSONValue(parsing: item.document), id: item.id))
        case .application: entity = session.entity(try JSONDecoder().decode(Application.self, from: bytes))
        case .servicePrincipal:
            let settings = try JSONDecoder().decode(ServicePrincipalSettings.self, from: bytes)
            guard let application = session.editor.application(appID: settings.appID) else { return nil }
            entity = session.principalEntity(application)
        }
        entity.set("deletedDateTime", .string(GraphTime.text(item.deletedAt)))
        return entity
    }
}
