import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// Answers requests for the objects that are related to one.
struct RelationDispatch {
    let session: GraphSession
    let method: HTTPMethod
    let body: GraphBody
    /// The part of the objects to read; nil for the first one.
    let part: GraphPart?
    let relation: GraphRelation

    /// Answers the request.
    ///
    /// - Parameters:
    ///   - name: the segment that names the relationship, perhaps with the key of one object.
    ///   - rest: the segments after it.
    func reply(_ name: GraphPath.Segment, _ rest: ArraySlice<GraphPath.Segment>) throws -> GraphReply {
        if let key = name.key?.value { return try one(key, rest) }
        guard let first = rest.first else { return try all() }
        switch first.text.lowercased() {
        case "$ref" where rest.count == 1: return try references()
        case "$count" where rest.count == 1: return try count()
        case let cast where cast.hasPrefix("microsoft.graph."):
            if rest.count == 2, rest.last?.text == "$count" { return try count(cast: cast) }
            guard rest.count == 1 else { throw GraphError.noSegment(first.text) }
            return try all(cast: cast)
        default: return try one(first.text, rest.dropFirst())
        }
    }

    private func all(cast: String? = nil) throws -> GraphReply {
        switch method {
        case .get:
            let isTyped = relation.isTyped && cast == nil
            guard !relation.isSingle else {
                return try list(
                    GraphListing(form: .single, context: "$metadata#\(relation.set)/$entity", isTyped: isTyped))
            }
            return try list(GraphListing(context: "$metadata#\(relation.set)", isTyped: isTyped), cast: cast)
        case .post:
            guard let create = relation.create else { throw GraphError.method }
            let entity = try create(body)
            return .made(entity, context: "$metadata#\(relation.set)/$entity")
        default: throw GraphError.method
        }
    }

    private func list(_ listing: GraphListing, cast: String? = nil) throws -> GraphReply {
        try relation.requireReading(session.caller)
        var query = session.query
        var type: GraphType?
        if let cast {
            guard let found = GraphType.cast(cast) else { throw GraphError.noSegment(cast) }
            type = found
            query = try query.checked(for: found)
        } else if !relation.isTyped {
            query = try query.checked(for: relation.type)
        } else if query.filter != nil || !query.orderBy.isEmpty {
            // Objects of several types have only a few properties in common.
            query = try query.checked(for: .directoryObject)
        }
        if case .count = listing.form { query.count = true }
        let piece = try relation.part(part ?? CollectionReading.first(query))
        return .collection(type.map(piece.only) ?? piece, query, listing)
    }

    private func count(cast: String? = nil) throws -> GraphReply {
        guard method == .get else { throw GraphError.method }
        guard session.query.isEventual else { throw GraphError.invalid("$count is not currently supported.") }
        return try list(GraphListing(form: .count, context: relation.set), cast: cast)
    }

    private func references() throws -> GraphReply {
        switch method {
        case .get:
            return try list(
                GraphListing(form: relation.isSingle ? .reference : .references, context: relation.set))
        case .post, .put:
            guard let add = relation.add else { throw GraphError.method }
            guard let address = body.all["@odata.id"]?.stringValue, let id = GraphReference.id(address) else {
                throw GraphError.invalid("The body names no object: it has to contain '@odata.id'.")
            }
            try add(id)
            return .done
        case .delete:
            // Some clients name the object in the query.
            guard let detach = relation.detach,
                let query = session.context.request.url.query,
                let address = try? FormParameters(parsing: query)["$id"], let id = GraphReference.id(address)
            else { throw GraphError.method }
            try detach(id)
            return .done
        default: throw GraphError.method
        }
    }

    private func one(_ id: String, _ rest: ArraySlice<GraphPath.Segment>) throws -> GraphReply {
        if rest.count == 1, rest.first?.text == "$ref" {
            guard method == .delete, let detach = relation.detach else { throw GraphError.method }
            try detach(id)
            return .done
        }
        let key = id.lowercased()
        try relation.requireReading(session.caller)
        guard let entity = try relation.find(key) else { throw GraphError.notFound(id) }
        if let action = rest.first {
            guard rest.count == 1, let reply = try relation.act?(action.name, entity, body) else {
                throw GraphError.noSegment(action.text)
            }
            return reply
        }
        switch method {
        case .get:
            return .object(
                entity, session.query, context: "$metadata#\(relation.set)/$entity", isTyped: relation.isTyped)
        case .patch:
            guard let update = relation.update else { throw GraphError.method }
            try update(entity, body)
            return .done
        case .delete:
            guard let remove = relation.remove else { throw GraphError.method }
            try remove(entity)
            return .done
        default: throw GraphError.method
        }
    }
}
