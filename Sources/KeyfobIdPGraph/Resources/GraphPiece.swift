/// A part of a collection that one transaction reads.
struct GraphPart: Sendable {
    /// Where it begins; nil at the first object.
    var position: Int64?
    /// The largest number of objects.
    var limit: Int
}

/// The objects of a part of a collection. They are made after the transaction, and only those that are needed.
struct GraphPiece: Sendable {
    /// One object.
    struct Item: Sendable {
        /// The position after it; nil if only the collection itself knows.
        let after: Int64?
        let make: @Sendable () -> GraphEntity
    }

    let items: [Item]
    /// Where the next part begins; nil if there is none.
    let next: Int64?
    /// How many objects the transaction looked at.
    let looked: Int
    /// What that cost, in steps of a ``QueryBudget``.
    let cost: Int

    init(_ items: [Item], next: Int64?, looked: Int) {
        self.items = items
        self.next = next
        self.looked = looked
        cost = looked
    }

    /// The part of a list.
    ///
    /// - Parameter make: makes the object of an element, after the transaction.
    init<Element: Sendable>(
        _ all: [Element], _ part: GraphPart, make: @escaping @Sendable (Element) -> GraphEntity
    ) {
        self.init(all, part) { element -> (@Sendable () -> GraphEntity)? in
            @Sendable func made() -> GraphEntity { make(element) }
            return made
        }
    }

    /// The part of a list whose objects only the transaction can find.
    static func finding<Element>(
        _ all: [Element], _ part: GraphPart, _ find: (Element) throws -> GraphEntity?
    ) rethrows -> GraphPiece {
        try GraphPiece(all, part) { element -> (@Sendable () -> GraphEntity)? in
            guard let entity = try find(element) else { return nil }
            return { entity }
        }
    }

    private init<Element>(
        _ all: [Element], _ part: GraphPart, _ maker: (Element) throws -> (@Sendable () -> GraphEntity)?
    ) rethrows {
        let start = min(Int(clamping: part.position ?? 0), all.count)
        let end = start + min(part.limit, all.count - start)
        var items: [Item] = []
        for index in start..<end {
            guard let make = try maker(all[index]) else { continue }
            items.append(Item(after: Int64(index + 1), make: make))
        }
        self.items = items
        next = end < all.count ? Int64(end) : nil
        looked = end - start
        // Listing what is there costs less than making an object of it.
        cost = looked + all.count / 16
    }

    /// The objects of a type.
    func only(_ type: GraphType) -> GraphPiece {
        GraphPiece(items.filter { $0.make().type.name == type.name }, next: next, looked: looked)
    }
}
