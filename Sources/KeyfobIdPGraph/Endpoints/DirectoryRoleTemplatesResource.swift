import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/directoryRoleTemplates`
struct DirectoryRoleTemplatesResource: GraphResource {
    let name = "directoryRoleTemplates"
    let type = GraphType.directoryRoleTemplate

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        GraphPiece(DirectoryRole.all, part) { Self.entity($0) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard let role = DirectoryRole.of(templateID: key.value) else { throw GraphError.notFound(key.value) }
        return Self.entity(role)
    }

    private static func entity(_ role: DirectoryRole) -> GraphEntity {
        GraphEntity(
            .directoryRoleTemplate, id: role.templateID,
            ["displayName": .string(role.displayName), "description": .string(role.description)])
    }
}
