import KeyfobCore

/// An object of Microsoft Graph with all its properties.
struct GraphEntity: Sendable {
    let type: GraphType
    let id: String
    /// The properties; those that are missing have their empty value.
    private(set) var members: [String: JSONValue]
    /// The object id of the one to whom it belongs: of a user, the user.
    let subject: String
    /// The object's kind within an abstract type, where responses state it: `#microsoft.graph.ipNamedLocation`.
    let annotation: String?

    /// Makes an object; properties that are missing get their empty value.
    ///
    /// - Parameter subject: the object id of the one to whom it belongs; nil for itself.
    init(
        _ type: GraphType, id: String, of subject: String? = nil, _ members: [String: JSONValue],
        annotation: String? = nil
    ) {
        self.subject = subject ?? id
        self.type = type
        self.id = id
        self.members = type.complete(members)
        self.members["id"] = .string(id)
        self.annotation = annotation
    }

    /// An object of which nothing but the type and the id is known.
    init(referenceTo entity: GraphEntity) {
        subject = entity.subject
        type = entity.type
        id = entity.id
        members = ["id": .string(entity.id)]
        annotation = nil
    }

    /// The object with the empty value in place of each property that is not among those given.
    func limited(to names: Set<String>) -> GraphEntity {
        GraphEntity(type, id: id, of: subject, members.filter { names.contains($0.key) }, annotation: annotation)
    }

    /// Sets a property.
    mutating func set(_ name: String, _ value: JSONValue) { members[name] = value }

    /// Leaves out properties that another kind of the type has.
    mutating func leaveOut(_ names: [String]) {
        for name in names { members[name] = nil }
    }

    /// The object as ``VisibleEntity/json(select:isTyped:)`` returns it.
    func json(select: [String]?, isTyped: Bool = false) -> [String: JSONValue] {
        var out: [String: JSONValue] = [:]
        if let select {
            for name in select {
                let plain = name.split(separator: "/").first.map(String.init) ?? name
                guard let property = type.property(plain) else { continue }
                out[property.name] = members[property.name]
            }
            if isTyped { out["id"] = .string(id) }
        } else {
            // An object may have members that its type does not list: those of its kind within an abstract type.
            out = members.filter { type.properties[$0.key]?.isShown ?? true }
        }
        if let annotation {
            out["@odata.type"] = .string(annotation)
        } else if isTyped {
            out["@odata.type"] = .string(type.annotation)
        }
        return out
    }
}
