import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// Makes the response of what a transaction has read: filters, sorts, expands and writes, on a budget. What a request
/// costs beyond reading is here, so that it holds up no other transaction.
struct GraphEvaluation {
    /// The objects whose relationships one transaction reads.
    private static let expandedAtOnce = 20

    private let request: GraphRequest
    private let budget: QueryBudget

    init(_ request: GraphRequest, _ budget: QueryBudget) {
        self.request = request
        self.budget = budget
    }

    private var context: RequestContext { request.context }

    /// The response.
    ///
    /// - Throws: ``GraphError``, or the store's error.
    func response(to reply: GraphReply) async throws -> HTTPResponse {
        switch reply {
        case .object(let entity, let query, let name, let isTyped, let isExpandable):
            var visible = [try whole(entity)]
            if isExpandable { visible = try await expanded(visible, query) }
            return try response(visible.first, name, select: query.select, isTyped: isTyped)
        case .made(let entity, let name):
            if context.request.fields["Prefer"]?.contains("return=minimal") == true {
                return GraphResponse.minimal(context)
            }
            var response = try response(VisibleEntity(made: entity), name, status: 201)
            response.fields.set("Location", context.graphAddress("directoryObjects/\(entity.id)"))
            return response
        case .collection(let piece, let query, let listing): return try await list(piece, query, listing)
        case .property(let property, let entity, let name):
            return GraphResponse.response(
                200,
                [
                    "@odata.context": .string(context.graphAddress(name)),
                    "value": try whole(entity).entity.members[property] ?? .null,
                ], context)
        case .members(let members, let status): return GraphResponse.response(status, members, context)
        case .done: return GraphResponse.empty(context)
        }
    }

    /// An object of which the caller may read more than its id.
    private func whole(_ entity: GraphEntity) throws(GraphError) -> VisibleEntity {
        let visible = VisibleEntity(entity, to: request.caller)
        guard !visible.isReference else { throw .unreadable(entity.type) }
        return visible
    }

    private func list(_ piece: GraphPiece, _ query: ODataQuery, _ listing: GraphListing) async throws -> HTTPResponse {
        var reading = CollectionReading(query, request.caller, budget)
        var page = try await reading.page(piece) { try await request.piece($0) }
        if listing.isExpandable { page.entities = try await expanded(page.entities, query) }
        switch listing.form {
        case .page:
            var values: [JSONValue] = []
            for entity in page.entities {
                values.append(.object(try json(entity, select: query.select, isTyped: listing.isTyped)))
                try await budget.pause()
            }
            return response(page, ["@odata.context": .string(context.graphAddress(listing.context))], values)
        case .single:
            guard let entity = page.entities.first else { throw GraphError.notFound(request.path.last) }
            return try response(
                whole(entity.entity), listing.context, select: query.select, isTyped: listing.isTyped)
        case .count: return GraphResponse.count(page.count ?? 0, context)
        case .references:
            return response(
                page, ["@odata.context": .string(context.graphAddress("$metadata#Collection($ref)"))],
                page.entities.map { ["@odata.id": .string(address(of: $0))] })
        case .reference:
            guard let entity = page.entities.first else { throw GraphError.notFound(request.path.last) }
            return GraphResponse.response(
                200,
                [
                    "@odata.context": .string(context.graphAddress("$metadata#$ref")),
                    "@odata.id": .string(address(of: entity)),
                ], context)
        }
    }

    private func address(of entity: VisibleEntity) -> String {
        context.graphAddress("directoryObjects/\(entity.entity.id)")
    }

    private func response(
        _ page: ODataPage, _ members: [String: JSONValue], _ values: [JSONValue]
    ) -> HTTPResponse {
        var members = members
        members["value"] = .array(values)
        if let count = page.count { members["@odata.count"] = .integer(count) }
        if let next = page.next { members["@odata.nextLink"] = .string(GraphResponse.nextLink(next, context)) }
        return GraphResponse.response(200, members, context)
    }

    private func response(
        _ entity: VisibleEntity?, _ name: String, status: Int = 200, select: [String]? = nil, isTyped: Bool = false
    ) throws(GraphError) -> HTTPResponse {
        guard let entity else { throw .notFound(request.path.last) }
        var members = try json(entity, select: select, isTyped: isTyped)
        members["@odata.context"] = .string(context.graphAddress(name))
        return GraphResponse.response(status, members, context)
    }

    private func json(
        _ entity: VisibleEntity, select: [String]?, isTyped: Bool
    ) throws(GraphError) -> [String: JSONValue] {
        var cost = select?.count ?? QueryBudget.making
        for relation in entity.expanded.values {
            cost += relation.objects.count * (relation.select?.count ?? QueryBudget.making)
        }
        try budget.spend(forMany: cost)
        return entity.json(select: select, isTyped: isTyped)
    }

    /// The objects with those that `$expand` names.
    private func expanded(_ entities: [VisibleEntity], _ query: ODataQuery) async throws -> [VisibleEntity] {
        guard !query.expand.isEmpty else { return entities }
        var out = entities
        for start in stride(from: 0, to: out.count, by: Self.expandedAtOnce) {
            let range = start..<min(start + Self.expandedAtOnce, out.count)
            let related = try await request.related(to: out[range].map(\.entity), query)
            for (index, relations) in zip(range, related) {
                for relation in relations {
                    try budget.spend(
                        forMany: relation.piece.cost + QueryBudget.making * (1 + relation.piece.items.count))
                    out[index].expanded[relation.name] = VisibleEntity.Expanded(
                        objects: relation.piece.items.map { VisibleEntity($0.make(), to: request.caller) },
                        select: relation.select, isTyped: relation.isTyped, isSingle: relation.isSingle)
                    try await budget.pause()
                }
            }
        }
        return out
    }
}
