import KeyfobCore

/// An object of Microsoft Graph with all its properties.
struct GraphEntity: Sendable {
    let type: GraphType
    let id: String
    /// The properties; those that are missing have their empty value.
    private(set) var members: [String: JSONValue]
    /// The related objects that `$expand` names, by relationship.
    var expanded: [String: JSONValue] = [:]
    /// The object's kind within an abstract type, where responses state it: `#microsoft.graph.ipNamedLocation`.
    let annotation: String?

    /// Makes an object; properties that are missing get their empty value.
    init(_ type: GraphType, id: String, _ members: [String: JSONValue], annotation: String? = nil) {
        self.type = type
        self.id = id
        self.members = type.complete(members)
        self.members["id"] = .string(id)
        self.annotation = annotation
    }

    /// Sets a property.
    mutating func set(_ name: String, _ value: JSONValue) { members[name] = value }

    /// Leaves out properties that another kind of the type has.
    mutating func leaveOut(_ names: [String]) {
        for name in names { members[name] = nil }
    }

    /// The object as a response contains it.
    ///
    /// - Parameters:
    ///   - select: the properties that the request names; nil for the usual ones.
    ///   - isTyped: whether the collection has objects of several types, so that each states its own.
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
        out.merge(expanded) { _, new in new }
        if let annotation {
            out["@odata.type"] = .string(annotation)
        } else if isTyped {
            out["@odata.type"] = .string(type.annotation)
        }
        return out
    }
}
