import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/applications`: the registrations of the tenant.
struct ApplicationsResource: GraphResource {
    let name = "applications"
    let type = GraphType.application

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        let tenant = session.tenant
        return GraphPiece(session.registrations, part) { tenant.entity($0) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        let found: Application?
        switch key.property?.lowercased() {
        case nil, "id": found = session.editor.application(objectID: key.value)
        case "appid": found = session.editor.application(appID: key.value)
        case "uniquename":
            // Most registrations have no such name: only the others are read.
            found = session.registrations.first { registration in
                guard let text = registration.furtherMembers, text.contains(#""uniqueName""#) else { return false }
                return (try? JSONValue(parsing: text))?["uniqueName"]?.stringValue == key.value
            }
        default: found = nil
        }
        guard let found, found.tenantID == session.tenant.id else {
            throw GraphError.notFound(key.property.map { "(\($0)='\(key.value)')" } ?? key.value)
        }
        return session.entity(found)
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        guard
            session.caller.rights.contains(.writeApplications) || session.caller.rights.contains(.createApplications)
        else { throw GraphError.denied }
        let application = try ApplicationWriting(session).create(body)
        return .made(session.entity(application), context: "$metadata#applications/$entity")
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        let application = try Self.changeable(entity, session)
        try ApplicationWriting(session).update(application, body)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try session.editor.delete(try Self.changeable(entity, session))
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        switch name.lowercased() {
        case "owners":
            return Owners(session: session).relation {
                session.editor.application(objectID: entity.id)?.owners ?? []
            } check: {
                _ = try Self.changeable(entity, session)
            } change: { owners in
                var application = try Self.changeable(entity, session)
                application.owners = owners.isEmpty ? nil : owners
                try session.editor.put(application)
            }
        case "federatedidentitycredentials":
            return FederatedCredentials(session: session, application: entity).relation
        case "extensionproperties":
            return GraphRelation(.directoryObject, set: "applications('\(entity.id)')/extensionProperties")
        case "tokenissuancepolicies", "tokenlifetimepolicies", "appmanagementpolicies":
            return GraphRelation(.directoryObject, set: "policies/\(name)")
        default: return nil
        }
    }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        guard let entity, let action = CredentialActions.Name(rawValue: name.lowercased()) else { return nil }
        return try CredentialActions(session: session, isOfPrincipal: false)
            .reply(action, try Self.changeable(entity, session), body)
    }

    /// The registration of an object that the caller may change: with the right, or as an owner.
    static func changeable(_ entity: GraphEntity, _ session: GraphSession) throws -> Application {
        guard let application = session.editor.application(objectID: entity.id) else {
            throw GraphError.notFound(entity.id)
        }
        try session.requireChanging(application, owners: application.owners ?? [])
        return application
    }
}

extension GraphSession {
    /// Checks that the caller may change an application or its object: with the right, or as an owner through a client
    /// that may change its owners' applications.
    ///
    /// - Throws: ``GraphError``, or the store's error.
    func requireChanging(_ application: Application, owners: [String]) throws {
        guard !application.isOfPlatform else {
            throw GraphError.invalid("The application belongs to the platform's vendor and cannot be changed.")
        }
        let isOwner = caller.objectID.map(owners.contains) ?? false
        if !isOwner || !caller.rights.contains(.writeOwnedApplications) { try caller.require(.writeApplications) }
        guard GrantRules.mayChange(application, try consents(), caller.rights, context.configuration.profile) else {
            throw GraphError(
                403, "Authorization_RequestDenied",
                "Insufficient privileges to complete the operation. The application has a permission with which it could "
                    + "give roles, so that in the strict profile only those who may change administrators change it.")
        }
    }
}
