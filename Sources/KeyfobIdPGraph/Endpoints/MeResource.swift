import KeyfobCore

/// `/me`: the user for whom the request is sent.
struct MeResource: GraphResource {
    let name = "me"
    let set = "users"
    let type = GraphType.user
    let isSingle = true

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard case .user(let user) = session.caller.principal else {
            throw GraphError.malformed("/me request is only valid with delegated authentication flow.")
        }
        return session.entity(user)
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try UsersResource().update(entity, body, session)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try UsersResource().remove(entity, session)
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        try UsersResource().relation(name, of: entity, session)
    }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        try UsersResource().act(name, on: entity, body, session)
    }
}
