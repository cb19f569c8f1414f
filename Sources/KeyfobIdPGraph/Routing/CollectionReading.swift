import KeyfobCore

/// Takes the page that a query asks for from a collection, which it reads piece by piece: each piece is read in a
/// transaction of its own, and evaluated after it.
struct CollectionReading {
    /// The objects of a piece of which only some match.
    private static let pieceOfSearch = 200
    /// The objects that one request looks at for a page that fills slowly; then the page is shorter.
    private static let mostLookedAt = 20_000

    private let query: ODataQuery
    private let caller: GraphCaller
    private let budget: QueryBudget
    private let size: Int
    /// The matches before the page.
    private let start: Int
    private var kept: [VisibleEntity] = []
    private var sorted: SortedItems
    private var matched = 0

    init(_ query: ODataQuery, _ caller: GraphCaller, _ budget: QueryBudget) {
        self.query = query
        self.caller = caller
        self.budget = budget
        size = query.top ?? ODataQuery.usualPage
        start = query.needsAll ? Int(clamping: query.skipToken ?? Int64(query.skip)) : 0
        sorted = SortedItems(query.orderBy, first: start.addingReportingOverflow(size + 1).partialValue)
    }

    /// The part that a query needs first.
    static func first(_ query: ODataQuery) -> GraphPart {
        let size = query.top ?? ODataQuery.usualPage
        return query.needsAll
            ? GraphPart(position: nil, limit: pieceOfSearch)
            : GraphPart(position: query.skipToken, limit: query.isSelective ? pieceOfSearch : size)
    }

    /// The page.
    ///
    /// - Parameters:
    ///   - first: the first piece.
    ///   - read: reads another part.
    /// - Throws: ``GraphError``, or the store's error.
    mutating func page(_ first: GraphPiece, read: (GraphPart) async throws -> GraphPiece) async throws -> ODataPage {
        var part = Self.first(query)
        var piece = first
        var looked = 0
        while true {
            try budget.spend(forMany: piece.cost)
            looked += piece.looked
            if let last = try await add(piece) {
                // The page is full, and there is another match: the next page begins after the last one of this.
                guard !query.needsAll else { break }
                if let after = piece.items[last].after { return ODataPage(entities: kept, next: after) }
                let again = try await read(GraphPart(position: part.position, limit: last + 1))
                return ODataPage(entities: kept, next: again.next)
            }
            guard let next = piece.next else { break }
            if !query.needsAll, kept.count == size || looked >= Self.mostLookedAt {
                return ODataPage(entities: kept, next: next)
            }
            part = GraphPart(
                position: next,
                limit: query.needsAll || query.isSelective ? Self.pieceOfSearch : size - kept.count)
            piece = try await read(part)
        }
        guard query.needsAll else { return ODataPage(entities: kept) }
        if !query.orderBy.isEmpty {
            for item in try await sorted.items(budget).dropFirst(start).prefix(size) {
                kept.append(VisibleEntity(item.make(), to: caller))
            }
        }
        let end = start.addingReportingOverflow(size)
        return ODataPage(
            entities: kept, next: !end.overflow && matched > end.partialValue ? Int64(end.partialValue) : nil,
            count: query.count ? matched : nil)
    }

    /// Takes the matches of a piece.
    ///
    /// - Returns: the index of the page's last object, if the page is full and another match follows in the piece.
    private mutating func add(_ piece: GraphPiece) async throws(GraphError) -> Int? {
        var last = 0
        for (index, item) in piece.items.enumerated() {
            try budget.begin()
            let isKept = query.orderBy.isEmpty && matched >= start && kept.count < size
            // Objects that only count need not be made.
            if query.isSelective || isKept || !query.orderBy.isEmpty {
                try budget.spend(QueryBudget.making)
                let entity = VisibleEntity(item.make(), to: caller)
                guard try query.accepts(entity, budget) else {
                    try await budget.pause()
                    continue
                }
                if isKept { kept.append(entity) }
                if !query.orderBy.isEmpty { try await sorted.add(item, entity.entity, budget) }
            }
            matched += 1
            if query.orderBy.isEmpty, !query.count, matched > start, matched - start > size { return last }
            if isKept { last = index }
            try await budget.pause()
        }
        return nil
    }
}
