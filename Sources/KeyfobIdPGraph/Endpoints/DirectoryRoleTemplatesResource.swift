import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/directoryRoleTemplates`
struct DirectoryRoleTemplatesResource: GraphResource {
    let name = "directoryRoleTemplates"
    let type = GraphType.directoryRoleTemplate

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readRoles)
        return ODataPage(of: DirectoryRole.all.map(Self.entity), query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readRoles)
        guard let role = DirectoryRole.of(templateID: key.value) else { throw GraphError.notFound(key.value) }
        return Self.entity(role)
    }

    private static func entity(_ role: DirectoryRole) -> GraphEntity {
        GraphEntity(
            .directoryRoleTemplate, id: role.templateID,
            ["displayName": .string(role.displayName), "description": .string(role.description)])
    }
}
