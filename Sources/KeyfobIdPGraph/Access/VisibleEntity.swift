import KeyfobCore

/// An object as a caller may see it: only what it has here is returned, filtered, searched or sorted by.
struct VisibleEntity: Sendable {
    /// The object without the members that the caller may not read.
    let entity: GraphEntity
    /// Whether only its type and id are visible.
    let isReference: Bool
    /// The related objects that `$expand` names, by relationship.
    var expanded: [String: Expanded] = [:]

    /// The objects of a relationship.
    struct Expanded: Sendable {
        let objects: [VisibleEntity]
        let select: [String]?
        let isTyped: Bool
        /// Whether there is one object at most.
        let isSingle: Bool
    }

    /// Takes from an object what a caller may read.
    init(_ entity: GraphEntity, to caller: GraphCaller) {
        switch caller.access(to: entity) {
        case .all:
            self.entity = entity
            isReference = false
        case .basic:
            self.entity = entity.limited(to: entity.type.reading.basic?.properties ?? [])
            isReference = false
        case .reference, .nothing:
            self.entity = GraphEntity(referenceTo: entity)
            isReference = true
        }
    }

    /// An object that the request has made: its maker sees it whole.
    init(made entity: GraphEntity) {
        self.entity = entity
        isReference = false
    }

    /// The object as a response contains it.
    ///
    /// - Parameters:
    ///   - select: the properties that the request names; nil for the usual ones.
    ///   - isTyped: whether the collection has objects of several types, so that each states its own.
    func json(select: [String]?, isTyped: Bool = false) -> [String: JSONValue] {
        var out = entity.json(select: isReference ? ["id"] : select, isTyped: isTyped || isReference)
        for (name, relation) in expanded {
            let objects = relation.objects.map {
                JSONValue.object($0.json(select: relation.select, isTyped: relation.isTyped))
            }
            out[name] = relation.isSingle ? objects.first ?? .null : .array(objects)
        }
        return out
    }
}
