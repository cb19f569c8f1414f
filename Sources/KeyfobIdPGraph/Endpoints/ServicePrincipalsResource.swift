import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/servicePrincipals`: the objects of applications in the tenant.
struct ServicePrincipalsResource: GraphResource {
    let name = "servicePrincipals"
    let type = GraphType.servicePrincipal

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        let tenant = session.tenant
        let all = try session.principals().map { (application: $0, settings: session.editor.settings(of: $0)) }
        return GraphPiece(all, part) { tenant.principalEntity($0.application, $0.settings) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        let found: Application?
        switch key.property?.lowercased() {
        case nil, "id": found = try session.principal(objectID: key.value)
        case "appid":
            found = try session.principals().first { $0.appID.lowercased() == key.value.lowercased() }
        default: found = nil
        }
        guard let found else {
            throw GraphError.notFound(key.property.map { "(\($0)='\(key.value)')" } ?? key.value)
        }
        return session.principalEntity(found)
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        let rights = session.caller.rights
        guard rights.contains(.writeApplications) || rights.contains(.createApplications) else {
            throw GraphError.denied
        }
        try body.check(type)
        let appID = try body.required("appId", of: type)
        guard let application = session.editor.application(appID: appID), Self.isOffered(application, session) else {
            throw GraphError.invalid(
                "The appId '\(appID.prefix(64))' of the service principal does not reference a valid application object."
            )
        }
        guard !(try session.hasPrincipal(application)) else {
            throw GraphError.duplicate(
                "The service principal cannot be created, updated, or restored because the service principal name "
                    + "\(application.appID) is already in use.")
        }
        let isOwner = session.caller.objectID.map { application.owners?.contains($0) ?? false } ?? false
        if !isOwner { try session.caller.require(.writeApplications) }
        var settings = ServicePrincipalSettings(appID: application.appID, createdAt: session.now)
        settings.owners = session.caller.objectID.map { [$0] } ?? []
        try Self.apply(body, to: &settings)
        try session.editor.createPrincipal(settings, of: application)
        return .made(session.principalEntity(application), context: "$metadata#servicePrincipals/$entity")
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try body.check(type)
        let application = try changeable(entity, session)
        var settings = session.editor.settings(of: application)
        try Self.apply(body, to: &settings)
        try session.editor.put(settings, of: application)
        guard let keys = body.members["keyCredentials"] else { return }
        try PrincipalKeys(session).replace(keys, of: application)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try session.editor.deletePrincipal(of: try changeable(entity, session))
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        try PrincipalRelations(session: session, entity: entity).relation(name) { try changeable(entity, session) }
    }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        guard let entity else { return nil }
        if let reply = try MembershipActions(session: session, entity: entity).reply(name, body) { return reply }
        guard let action = CredentialActions.Name(rawValue: name.lowercased()) else { return nil }
        let application = try changeable(entity, session)
        guard application.tenantID == session.tenant.id else {
            throw GraphError.invalid(
                "The application is registered in another tenant, and only that tenant can give it credentials.")
        }
        return try CredentialActions(session: session, isOfPrincipal: true).reply(action, application, body)
    }

    /// Whether an application may have an object in the tenant.
    private static func isOffered(_ application: Application, _ session: GraphSession) -> Bool {
        application.tenantID == session.tenant.id
            || application.signInAudience == .multipleOrganizations
            || application.signInAudience == .organizationsAndPersonal
    }

    private static func apply(_ body: GraphBody, to settings: inout ServicePrincipalSettings) throws {
        if let value = body.members["accountEnabled"]?.boolValue { settings.isEnabled = value }
        if let value = body.members["appRoleAssignmentRequired"]?.boolValue { settings.requiresAssignment = value }
        var further = settings.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
        for (name, value) in body.members where GraphType.servicePrincipal.properties[name]?.source == .stored {
            guard value.text().utf8.count <= 8192 else { throw GraphError.invalidValue(name, of: .servicePrincipal) }
            further[name] = value == .null ? nil : value
        }
        settings.furtherMembers = further.isEmpty ? nil : JSONValue.object(further).text()
    }

    private func changeable(_ entity: GraphEntity, _ session: GraphSession) throws -> Application {
        guard let application = try session.principal(objectID: entity.id) else {
            throw GraphError.notFound(entity.id)
        }
        let owners = session.editor.settings(of: application).owners + (application.owners ?? [])
        try session.requireChanging(application, owners: owners)
        return application
    }
}
