import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/organization`: the tenant.
struct OrganizationResource: GraphResource {
    let name = "organization"
    let type = GraphType.organization

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readOrganization)
        return ODataPage(of: [session.organization], query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readOrganization)
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

/// `/domains`: the tenant's verified domains.
struct DomainsResource: GraphResource {
    let name = "domains"
    let type = GraphType.domain

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readOrganization)
        return ODataPage(of: session.domains, query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readOrganization)
        guard let domain = session.domains.first(where: { $0.id == key.value.lowercased() }) else {
            throw GraphError.notFound(key.value)
        }
        return domain
    }

    /// Adds a domain. Nothing here proves who owns it: names of a private network belong to its operator.
    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.writeOrganization)
        let name = (body.string("id") ?? "").lowercased()
        guard name.split(separator: ".").count > 1, name.utf8.count <= 253, UserNameRule.isWellFormed("a@\(name)")
        else { throw GraphError.invalidValue("id", of: type) }
        guard session.context.directory.tenant(name) == nil else { throw GraphError.conflict("name") }
        var tenant = session.tenant
        tenant.domains.append(name)
        try session.editor.put(tenant)
        guard let domain = session.domains.first(where: { $0.id == name }) else { throw GraphError.notFound(name) }
        return .entity(domain, context: "$metadata#domains/$entity", status: 201)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try session.caller.require(.writeOrganization)
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

/// `/policies/authorizationPolicy`: what users may do without a role.
struct AuthorizationPolicyResource: GraphResource {
    let name = "policies/authorizationPolicy"
    let type = GraphType.authorizationPolicy
    let isSingle = true

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        throw GraphError.method
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readPolicies)
        return session.authorizationPolicy
    }

    /// Sets whether users may consent for themselves.
    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try session.caller.require(.writeOrganization)
        let permissions = body.members["defaultUserRolePermissions"]
        guard let policies = permissions?["permissionGrantPoliciesAssigned"]?.arrayValue,
            body.members.count == 1, permissions?.objectValue?.filter({ !$0.key.contains("@") }).count == 1
        else {
            throw GraphError.invalid(
                "Only 'defaultUserRolePermissions.permissionGrantPoliciesAssigned' can be changed here.")
        }
        var tenant = session.tenant
        tenant.allowsUserConsent = policies.contains {
            $0.stringValue?.hasPrefix("ManagePermissionGrantsForSelf.") == true
        }
        try session.editor.put(tenant)
    }
}
