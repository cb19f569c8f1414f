import KeyfobCore
import KeyfobIdPDirectory

/// `/directoryObjects`: objects of every kind by id.
struct DirectoryObjectsResource: GraphResource {
    let name = "directoryObjects"
    let type = GraphType.directoryObject
    private static let mostIDs = 1000

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        throw GraphError.unsupported(
            "Searches against this resource are not supported. Only specific instances can be queried.")
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard let object = try session.object(key.value) else { throw GraphError.notFound(key.value) }
        return object
    }

    /// The collection of an object's type.
    private static func resource(of entity: GraphEntity) -> (any GraphResource)? {
        let all: [any GraphResource] = [
            UsersResource(), GroupsResource(), ApplicationsResource(), ServicePrincipalsResource(), DevicesResource(),
            DirectoryRolesResource(),
        ]
        return all.first { $0.type.name == entity.type.name }
    }

    /// Deletes the object as the collection of its type does.
    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        guard let resource = Self.resource(of: entity) else { throw GraphError.method }
        try resource.remove(entity, session)
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        try Self.resource(of: entity)?.relation(name, of: entity, session)
    }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        if let entity { return try MembershipActions(session: session, entity: entity).reply(name, body) }
        guard name.lowercased() == "getbyids" else { return nil }
        try session.caller.requireReading(type)
        guard let ids = body.strings("ids") else { throw GraphError.missing("ids", of: type) }
        guard ids.count <= Self.mostIDs else {
            throw GraphError.invalid("At most \(Self.mostIDs) ids can be read in one request.")
        }
        let types = body.strings("types").map { Set($0.map { $0.lowercased() }) }
        let objects = try ids.compactMap(session.object).filter {
            types.map { wanted in { wanted.contains($0.type.name.lowercased()) || wanted.contains("directoryobject") }
            }?($0)
                ?? true
        }
        return .collection(
            GraphPiece(objects, GraphPart(position: nil, limit: Self.mostIDs)) { $0 },
            session.query.whole(Self.mostIDs),
            GraphListing(context: "$metadata#directoryObjects", isTyped: true))
    }
}
