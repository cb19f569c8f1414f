import KeyfobCore

/// The key of an object in an address: `users/ID`, or `applications(appId='ID')`.
struct GraphKey: Sendable, Hashable {
    /// The property; nil for the usual key.
    let property: String?
    let value: String
}

/// A collection at the root of Microsoft Graph, or one of its singletons.
protocol GraphResource: Sendable {
    /// The name in addresses.
    var name: String { get }
    /// The set of its objects, as the context of a response names it.
    var set: String { get }
    /// The type of its objects.
    var type: GraphType { get }
    /// Whether there is one object, which the address names without a key.
    var isSingle: Bool { get }
    /// Whether a collection is listed as it is read, whatever a query says of order and number.
    var isLog: Bool { get }
    /// A part of the objects. Whether the caller may read them is decided elsewhere (``GraphCaller/access(to:)``).
    ///
    /// - Parameters:
    ///   - query: the query, which may allow a look-up by a key.
    ///   - cast: the type that the address limits the collection to; nil for all.
    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece
    /// The object with a key. Whether the caller may read it is decided elsewhere.
    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity
    /// Creates an object.
    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply
    /// Changes an object.
    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws
    /// Deletes an object.
    func remove(_ entity: GraphEntity, _ session: GraphSession) throws
    /// The objects related to one; nil if there is no such relationship.
    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation?
    /// Runs an action on an object, or on the collection; nil if there is no such action.
    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
}

extension GraphResource {
    var set: String { name }

    var isSingle: Bool { false }

    var isLog: Bool { false }

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        throw GraphError.method
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply { throw GraphError.method }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws { throw GraphError.method }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws { throw GraphError.method }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? { nil }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        nil
    }
}
