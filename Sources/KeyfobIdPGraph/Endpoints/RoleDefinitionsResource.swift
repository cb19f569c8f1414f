import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/roleManagement/directory/roleDefinitions`
struct RoleDefinitionsResource: GraphResource {
    let name = "roleManagement/directory/roleDefinitions"
    let type = GraphType.roleDefinition

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        GraphPiece(DirectoryRole.all.map(session.definition), part) { $0 }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard let role = DirectoryRole.of(templateID: key.value) else { throw GraphError.notFound(key.value) }
        return session.definition(role)
    }
}
