import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/roleManagement/directory/roleDefinitions`
struct RoleDefinitionsResource: GraphResource {
    let name = "roleManagement/directory/roleDefinitions"
    let type = GraphType.roleDefinition

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readRoles)
        return ODataPage(of: DirectoryRole.all.map(session.definition), query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readRoles)
        guard let role = DirectoryRole.of(templateID: key.value) else { throw GraphError.notFound(key.value) }
        return session.definition(role)
    }
}
