import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/domains`: the tenant's verified domains.
struct DomainsResource: GraphResource {
    let name = "domains"
    let type = GraphType.domain

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        GraphPiece(session.domains, part) { $0 }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard let domain = session.domains.first(where: { $0.id == key.value.lowercased() }) else {
            throw GraphError.notFound(key.value)
        }
        return domain
    }

    /// Adds a domain. Nothing here proves who owns it: names of a private network belong to its operator.
    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.writeDomains)
        let name = (body.string("id") ?? "").lowercased()
        guard name.split(separator: ".").count > 1, name.utf8.count <= 253,
            (try? UserRules.principalName("a@\(name)")) != nil
        else { throw GraphError.invalidValue("id", of: type) }
        guard session.context.directory.tenant(name) == nil else { throw GraphError.conflict("name") }
        var tenant = session.tenant
        tenant.domains.append(name)
        try session.editor.put(tenant)
        guard let domain = session.domains.first(where: { $0.id == name }) else { throw GraphError.notFound(name) }
        return .made(domain, context: "$metadata#domains/$entity")
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try session.caller.require(.writeDomains)
        var tenant = session.tenant
        guard tenant.domains.count > 1, tenant.domains.first != entity.id else {
            throw GraphError.invalid("The initial domain of a tenant cannot be removed.")
        }
        let users = try session.transaction.users().contains {
            $0.tenantID == tenant.id && $0.userPrincipalName.lowercased().hasSuffix("@\(entity.id)")
        }
        guard !users else { throw GraphError.invalid("Users of the tenant have names in this domain.") }
        tenant.domains.removeAll { $0 == entity.id }
        try session.editor.put(tenant)
    }
}
