import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/users`
struct UsersResource: GraphResource {
    let name = "users"
    let type = GraphType.user

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        let tenant = session.tenant
        // A look-up by name or id reads one user, however many there are.
        if let key = query.filter?.required("userPrincipalName") ?? query.filter?.required("id") {
            let found = try session.editor.user(key).map { [$0] } ?? []
            return GraphPiece(found, part) { tenant.entity($0) }
        }
        let page = try session.transaction.users(
            tenantID: tenant.id, after: part.position ?? 0, limit: part.limit)
        let last = page.users.count - 1
        let items = page.users.enumerated().map { index, user in
            GraphPiece.Item(after: index == last ? page.next : nil) { tenant.entity(user) }
        }
        return GraphPiece(items, next: page.next, looked: page.users.count)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        let user =
            key.property == nil || key.property == "userPrincipalName" ? try session.editor.user(key.value) : nil
        guard let user else { throw GraphError.notFound(key.value) }
        return session.entity(user)
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.writeUsers)
        try body.check(type)
        guard body.members["accountEnabled"]?.boolValue != nil else {
            throw GraphError.missing("accountEnabled", of: type)
        }
        let name = try body.required("userPrincipalName", of: type)
        _ = try body.required("mailNickname", of: type)
        var user = User(
            objectID: session.editor.newID(), tenantID: session.tenant.id, userPrincipalName: name,
            displayName: try body.required("displayName", of: type))
        user.createdAt = session.now
        guard session.passwordHash != nil else { throw GraphError.missing("passwordProfile", of: type) }
        try UserWriting(session).apply(body, to: &user)
        do { try session.editor.create(user) } catch let error as DirectoryError {
            throw GraphError(error, of: type)
        }
        return .made(session.entity(user), context: "$metadata#users/$entity")
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try body.check(type)
        guard let old = try session.editor.user(entity.id) else { throw GraphError.notFound(entity.id) }
        try UserWriting(session).checkRights(for: body, of: old)
        var user = old
        try UserWriting(session).apply(body, to: &user)
        do { try session.editor.update(user, from: old) } catch let error as DirectoryError {
            throw GraphError(error, of: type)
        }
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try session.caller.require(.writeUsers)
        if session.isAdministrator(entity.id), !session.caller.mayChangeAdministrators { throw GraphError.denied }
        guard let user = try session.editor.user(entity.id) else { throw GraphError.notFound(entity.id) }
        do { try session.editor.delete(user) } catch let error as DirectoryError {
            throw GraphError(error, of: type)
        }
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        try UserRelations(session: session, entity: entity).relation(name)
    }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        guard let entity else { return nil }
        if let reply = try MembershipActions(session: session, entity: entity).reply(name, body) { return reply }
        switch name.lowercased() {
        case "revokesigninsessions", "invalidateallrefreshtokens":
            let isOwn = session.caller.objectID == entity.id
            if !isOwn || !session.caller.rights.contains(.writeProfile) {
                guard
                    session.caller.rights.contains(.writePasswords) || session.caller.rights.contains(.writeUsers),
                    !session.isAdministrator(entity.id) || session.caller.mayChangeAdministrators
                else { throw GraphError.denied }
            }
            guard var user = try session.editor.user(entity.id) else { throw GraphError.notFound(entity.id) }
            user.endSessions(at: session.now)
            try session.editor.update(user, from: user)
            return .members(["@odata.context": .string(session.address("$metadata#Edm.Boolean")), "value": true])
        default: return nil
        }
    }
}
