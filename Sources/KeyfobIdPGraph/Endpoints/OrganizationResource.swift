import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/organization`: the tenant.
struct OrganizationResource: GraphResource {
    let name = "organization"
    let type = GraphType.organization

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        GraphPiece([session.organization], part) { $0 }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard key.value.lowercased() == session.tenant.id else { throw GraphError.notFound(key.value) }
        return session.organization
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try session.caller.require(.writeOrganization)
        guard let name = body.string("displayName"), !name.isEmpty, body.members.count == 1 else {
            throw GraphError.invalid("Only 'displayName' of an organization can be changed here.")
        }
        var tenant = session.tenant
        tenant.displayName = String(name.prefix(256))
        try session.editor.put(tenant)
    }
}
