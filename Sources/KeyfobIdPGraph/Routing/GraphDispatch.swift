import KeyfobCore
import KeyfobOAuth

/// Finds what an address names, and does what the method says, inside a transaction. Of a collection it reads one
/// piece.
struct GraphDispatch {
    let session: GraphSession
    let method: HTTPMethod
    let body: GraphBody
    /// The part of a collection to read; nil for the first one.
    private let part: GraphPart?
    private let parts: [GraphPath.Segment]

    init(_ session: GraphSession, _ method: HTTPMethod, _ path: GraphPath, _ body: GraphBody, _ part: GraphPart?) {
        self.session = session
        self.part = part
        self.method = method
        self.body = body
        parts = path.segments
    }

    /// Answers the request.
    ///
    /// - Throws: ``GraphError``, or the store's error.
    func reply() throws -> GraphReply {
        let (resource, used) = try GraphResources.find(parts)
        var rest = parts.dropFirst(used)
        if resource.isSingle {
            let entity = try found(resource, GraphKey(property: nil, value: ""))
            guard !rest.isEmpty else { return try object(resource, entity) }
            return try member(resource, entity, rest)
        }
        let last = parts[used - 1]
        var key = last.key
        if key == nil {
            guard let first = rest.first else { return try collection(resource) }
            if first.text == "$count", rest.count == 1 { return try count(resource) }
            if method == .post, rest.count == 1, let reply = try resource.act(first.name, on: nil, body, session) {
                return reply
            }
            if method == .get, rest.count == 1, let cast = GraphType.cast(first.name) {
                return try collection(resource, cast: cast)
            }
            key = GraphKey(property: nil, value: first.text)
            rest = rest.dropFirst()
        }
        guard let key else { throw GraphError.noSegment(last.text) }
        let entity = try found(resource, key)
        guard !rest.isEmpty else { return try object(resource, entity) }
        return try member(resource, entity, rest)
    }

    /// The object with a key, if the caller may read it, or at least refer to it.
    private func found(_ resource: any GraphResource, _ key: GraphKey) throws -> GraphEntity {
        let entity: GraphEntity
        do { entity = try resource.find(key, session) } catch let error as GraphError where error.status == 404 {
            // Who may not read such objects does not learn whether one exists.
            try session.caller.requireReading(resource.type)
            throw error
        }
        guard session.caller.access(to: entity) != .nothing else { throw GraphError.unreadable(entity.type) }
        return entity
    }

    private func collection(_ resource: any GraphResource, cast: GraphType? = nil) throws -> GraphReply {
        switch method {
        case .get:
            let isTyped = cast == nil && resource.type.name == GraphType.directoryObject.name
            let set = cast.map { "\($0.name)s" } ?? resource.set
            return try list(resource, cast: cast) { query in
                GraphListing(context: context(set, query), isTyped: isTyped, isExpandable: true)
            }
        case .post: return try resource.create(body, session)
        default: throw GraphError.method
        }
    }

    private func count(_ resource: any GraphResource) throws -> GraphReply {
        guard method == .get else { throw GraphError.method }
        guard session.query.isEventual else {
            throw GraphError.invalid("$count is not currently supported.")
        }
        return try list(resource, cast: nil, isCounted: true) { _ in GraphListing(form: .count, context: resource.set) }
    }

    private func list(
        _ resource: any GraphResource, cast: GraphType?, isCounted: Bool = false,
        _ listing: (ODataQuery) -> GraphListing
    ) throws -> GraphReply {
        let type = cast ?? resource.type
        try session.caller.requireReading(type)
        var query = try session.query.checked(for: type)
        query.count = query.count || isCounted
        if resource.isLog {
            query.count = false
            query.orderBy = []
            query.skip = 0
        }
        let piece = try resource.piece(session, query, cast: cast, part ?? CollectionReading.first(query))
        return .collection(piece, query, listing(query))
    }

    private func object(_ resource: any GraphResource, _ entity: GraphEntity) throws -> GraphReply {
        switch method {
        case .get:
            let query = try session.query.checked(for: entity.type)
            return .object(
                entity, query, context: "\(context(resource.set, query))/$entity",
                isTyped: resource.type.name == GraphType.directoryObject.name, isExpandable: true)
        case .patch:
            try resource.update(entity, body, session)
            return .done
        case .delete:
            try resource.remove(entity, session)
            return .done
        default: throw GraphError.method
        }
    }

    /// The objects that `$expand` names, up to a number for each relationship of each object.
    func related(to entities: [GraphEntity], _ query: ODataQuery) throws -> [[RelatedObjects]] {
        let (resource, _) = try GraphResources.find(parts)
        return try entities.map { entity in
            try query.expand.compactMap { expansion in
                guard let relation = try resource.relation(expansion.relationship, of: entity, session) else {
                    return nil
                }
                try relation.requireReading(session.caller)
                return RelatedObjects(
                    name: expansion.relationship,
                    piece: try relation.part(GraphPart(position: nil, limit: ODataQuery.mostExpanded)),
                    select: expansion.select, isTyped: relation.isTyped, isSingle: relation.isSingle)
            }
        }
    }

    /// What follows the key of an object: an action, a relationship, a property.
    private func member(
        _ resource: any GraphResource, _ entity: GraphEntity, _ rest: ArraySlice<GraphPath.Segment>
    ) throws -> GraphReply {
        guard let first = rest.first else { throw GraphError.method }
        if rest.count == 1, method == .post || method == .get,
            let reply = try resource.act(Self.plain(first.name), on: entity, body, session)
        {
            return reply
        }
        if first.name.lowercased() == "authentication", let second = rest.dropFirst().first,
            let relation = try resource.relation("authentication/\(second.name)", of: entity, session)
        {
            return try RelationDispatch(session: session, method: method, body: body, part: part, relation: relation)
                .reply(second, rest.dropFirst(2))
        }
        if let relation = try resource.relation(first.name, of: entity, session) {
            return try RelationDispatch(session: session, method: method, body: body, part: part, relation: relation)
                .reply(first, rest.dropFirst())
        }
        guard let property = entity.type.property(first.name), method == .get, rest.count == 1 else {
            throw GraphError.noSegment(first.text)
        }
        return .property(
            property.name, of: entity, context: "$metadata#\(resource.set)('\(entity.id)')/\(property.name)")
    }

    /// An action's name without its namespace.
    private static func plain(_ name: String) -> String {
        name.lowercased().hasPrefix("microsoft.graph.") ? String(name.dropFirst("microsoft.graph.".count)) : name
    }

    private func context(_ set: String, _ query: ODataQuery) -> String {
        guard let select = query.select else { return "$metadata#\(set)" }
        return "$metadata#\(set)(\(select.joined(separator: ",")))"
    }
}
