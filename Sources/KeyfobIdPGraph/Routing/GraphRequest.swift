import KeyfobIdPCore
import KeyfobOAuth

/// A request to Microsoft Graph with what its transactions need.
struct GraphRequest: Sendable {
    let context: RequestContext
    let caller: GraphCaller
    let path: GraphPath
    let query: ODataQuery
    let body: GraphBody
    let passwordHash: String?

    /// Does what the request says, in a transaction. Of a collection it reads one piece.
    ///
    /// - Parameter part: the part of a collection to read; nil for the first one.
    /// - Throws: ``GraphError``, or the store's error.
    func reply(_ part: GraphPart?) async throws -> GraphReply { try await dispatch(part) { try $0.reply() } }

    /// Another part of the collection that the request names.
    func piece(_ part: GraphPart) async throws -> GraphPiece {
        guard case .collection(let piece, _, _) = try await reply(part) else { throw GraphError.method }
        return piece
    }

    /// The objects that are related to each of some objects of the collection.
    func related(to entities: [GraphEntity], _ query: ODataQuery) async throws -> [[RelatedObjects]] {
        try await dispatch(nil) { try $0.related(to: entities, query) }
    }

    private func dispatch<Value: Sendable>(
        _ part: GraphPart?, _ body: @escaping @Sendable (GraphDispatch) throws -> Value
    ) async throws -> Value {
        try await context.transaction { transaction in
            let session = GraphSession(context, caller, query, passwordHash: passwordHash, transaction)
            return try body(GraphDispatch(session, context.request.method, path, self.body, part))
        }
    }
}
