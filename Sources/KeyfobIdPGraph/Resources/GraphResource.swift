import KeyfobCore

/// The key of an object in an address: `users/ID`, or `applications(appId='ID')`.
struct GraphKey: Sendable, Hashable {
    /// The property; nil for the usual key.
    let property: String?
    let value: String
}

/// What a request does at an address, as the response states it.
enum GraphReply {
    /// One object.
    case entity(GraphEntity, context: String, status: Int = 200, select: [String]? = nil, isTyped: Bool = false)
    /// A page of a collection.
    case page(ODataPage, context: String, isTyped: Bool, select: [String]? = nil)
    /// Members of a response of another form.
    case members([String: JSONValue], status: Int = 200)
    /// The number of objects, as text.
    case count(Int)
    /// Nothing.
    case done
}

/// The objects that are related to one, and how they are changed.
struct GraphRelation {
    /// The objects.
    let entities: () throws -> [GraphEntity]
    /// The type of the objects.
    let type: GraphType
    /// The name of the set in the response's context.
    let set: String
    /// Whether the objects have several types.
    var isTyped = false
    /// Whether there is one object at most.
    var isSingle = false
    /// Adds a reference to an object.
    var add: ((String) throws -> Void)?
    /// Removes a reference to an object.
    var detach: ((String) throws -> Void)?
    /// Creates an object.
    var create: ((GraphBody) throws -> GraphEntity)?
    /// Changes an object.
    var update: ((GraphEntity, GraphBody) throws -> Void)?
    /// Deletes an object.
    var remove: ((GraphEntity) throws -> Void)?
    /// Runs an action on an object.
    var act: ((String, GraphEntity, GraphBody) throws -> GraphReply?)?
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
    /// A page of the objects.
    ///
    /// - Parameter cast: the type that the address limits the collection to; nil for all.
    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage
    /// The object with a key.
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

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply { throw GraphError.method }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws { throw GraphError.method }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws { throw GraphError.method }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? { nil }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        nil
    }
}
