import KeyfobCore

/// The objects that are related to one, and how they are changed.
struct GraphRelation {
    /// Reads a part of the objects.
    let part: (GraphPart) throws -> GraphPiece
    /// The object with an id or a name, in lower case; nil if it is not among them.
    let find: (String) throws -> GraphEntity?
    /// The type of the objects.
    let type: GraphType
    /// The name of the set in the response's context.
    let set: String
    /// Whether the objects have several types.
    var isTyped = false
    /// Whether there is one object at most.
    var isSingle = false
    /// The object id of the one to whom the objects belong; nil for none.
    var subject: String?
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

    /// A relationship to a few objects of one type.
    init(
        _ type: GraphType, set: String, isSingle: Bool = false, entities: @escaping () throws -> [GraphEntity] = { [] }
    ) {
        part = { part in GraphPiece(try entities(), part) { $0 } }
        find = { key in
            try entities().first {
                $0.id.lowercased() == key || $0.members["name"]?.stringValue?.lowercased() == key
            }
        }
        self.type = type
        self.set = set
        self.isSingle = isSingle
    }

    /// A relationship to objects of the directory of any type.
    ///
    /// - Parameter ids: their object ids; those that name no object are left out.
    init(_ session: GraphSession, isSingle: Bool = false, ids: @escaping () throws -> [String]) {
        part = { part in try .finding(ids(), part, session.object) }
        find = { key in try ids().contains { $0.lowercased() == key } ? session.object(key) : nil }
        type = .directoryObject
        set = "directoryObjects"
        isTyped = true
        self.isSingle = isSingle
    }

    /// Checks that a caller may list the objects. Of objects of several types each one's own type decides.
    ///
    /// - Throws: ``GraphError``
    func requireReading(_ caller: GraphCaller) throws(GraphError) {
        if !isTyped { try caller.requireReading(type, of: subject) }
    }
}
