import KeyfobCore
import KeyfobOAuth

/// Finds what an address names, and does what the method says.
struct GraphDispatch {
    let session: GraphSession
    let method: HTTPMethod
    let body: GraphBody
    private let parts: [GraphPath.Segment]

    init(_ session: GraphSession, _ method: HTTPMethod, _ path: GraphPath, _ body: GraphBody) {
        self.session = session
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
            let entity = try resource.find(GraphKey(property: nil, value: ""), session)
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
        let entity = try resource.find(key, session)
        guard !rest.isEmpty else { return try object(resource, entity) }
        return try member(resource, entity, rest)
    }

    private func collection(_ resource: any GraphResource, cast: GraphType? = nil) throws -> GraphReply {
        switch method {
        case .get:
            let query = try session.query.checked(for: cast ?? resource.type)
            let isTyped = cast == nil && resource.type.name == GraphType.directoryObject.name
            var page = try resource.page(session, query, cast: cast)
            for (index, entity) in page.entities.enumerated() {
                page.entities[index].expanded = try expanded(resource, entity, query)
            }
            let set = cast.map { "\($0.name)s" } ?? resource.set
            return .page(page, context: context(set, query), isTyped: isTyped, select: query.select)
        case .post: return try resource.create(body, session)
        default: throw GraphError.method
        }
    }

    private func count(_ resource: any GraphResource) throws -> GraphReply {
        guard method == .get else { throw GraphError.method }
        guard session.query.isEventual else {
            throw GraphError.invalid("$count is not currently supported.")
        }
        var query = try session.query.checked(for: resource.type)
        query.count = true
        return .count(try resource.page(session, query, cast: nil).count ?? 0)
    }

    private func object(_ resource: any GraphResource, _ entity: GraphEntity) throws -> GraphReply {
        switch method {
        case .get:
            let query = try session.query.checked(for: entity.type)
            let name = context(resource.set, query)
            var entity = entity
            entity.expanded = try expanded(resource, entity, query)
            return .entity(
                entity, context: "\(name)/$entity", select: query.select,
                isTyped: resource.type.name == GraphType.directoryObject.name)
        case .patch:
            try resource.update(entity, body, session)
            return .done
        case .delete:
            try resource.remove(entity, session)
            return .done
        default: throw GraphError.method
        }
    }

    /// The objects that `$expand` names, up to a number.
    private func expanded(
        _ resource: any GraphResource, _ entity: GraphEntity, _ query: ODataQuery
    ) throws -> [String: JSONValue] {
        var out: [String: JSONValue] = [:]
        for expansion in query.expand {
            guard let relation = try resource.relation(expansion.relationship, of: entity, session) else { continue }
            let objects = try relation.entities().prefix(ODataQuery.mostExpanded).map { related -> JSONValue in
                .object(related.json(select: expansion.select, isTyped: relation.isTyped))
            }
            out[expansion.relationship] = relation.isSingle ? objects.first ?? .null : .array(objects)
        }
        return out
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
            return try RelationDispatch(session: session, method: method, body: body, relation: relation)
                .reply(second, rest.dropFirst(2))
        }
        if let relation = try resource.relation(first.name, of: entity, session) {
            return try RelationDispatch(session: session, method: method, body: body, relation: relation)
                .reply(first, rest.dropFirst())
        }
        guard let property = entity.type.property(first.name), method == .get, rest.count == 1 else {
            throw GraphError.noSegment(first.text)
        }
        return .members([
            "@odata.context": .string(
                session.address("$metadata#\(resource.set)('\(entity.id)')/\(property.name)")),
            "value": entity.members[property.name] ?? .null,
        ])
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
