import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/users`
struct UsersResource: GraphResource {
    let name = "users"
    let type = GraphType.user

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readUsers)
        if let filter = query.filter, !query.needsAll {
            // A look-up by name or id reads one user, however many there are.
            if let key = filter.required("userPrincipalName") ?? filter.required("id") {
                let found = try session.editor.user(key).map { [session.entity($0)] } ?? []
                return ODataPage(of: found, query)
            }
        }
        guard !query.needsAll else {
            let users = try session.transaction.users().filter { $0.tenantID == session.tenant.id }
            return ODataPage(of: users.map(session.entity), query)
        }
        // Reads only as many as the page needs.
        let size = query.top ?? ODataQuery.usualPage
        var found: [GraphEntity] = []
        var position = query.skipToken ?? 0
        while found.count < size {
            let page = try session.transaction.users(
                tenantID: session.tenant.id, after: position, limit: size - found.count)
            found += page.users.map(session.entity).filter(query.accepts)
            guard let next = page.next else { return ODataPage(found, next: nil) }
            position = next
        }
        return ODataPage(found, next: position)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        let user =
            key.property == nil || key.property == "userPrincipalName" ? try session.editor.user(key.value) : nil
        // Everyone may read themselves. Another caller without the right does not learn whether the user exists.
        if user == nil || session.caller.objectID != user?.objectID { try session.caller.require(.readUsers) }
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
        return .entity(session.entity(user), context: "$metadata#users/$entity", status: 201)
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
            if !isOwn {
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
