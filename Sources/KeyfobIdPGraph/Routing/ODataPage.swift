/// A page of a collection.
struct ODataPage: Sendable {
    var entities: [VisibleEntity]
    /// Where the next page begins; nil on the last one.
    var next: Int64?
    /// The number of all matches, if the request asks for it.
    var count: Int?
}

extension ODataQuery {
    /// Whether an object matches the filter and the search.
    ///
    /// - Throws: ``GraphError`` if that costs too much.
    func accepts(_ entity: VisibleEntity, _ budget: QueryBudget) throws(GraphError) -> Bool {
        if let filter, !(try FilterEvaluation(entity.entity.members, budget).matches(filter)) { return false }
        if let search, !(try search.matches(entity.entity, budget)) { return false }
        return true
    }

    /// Whether the objects have to be known all before the first page.
    var needsAll: Bool { count || !orderBy.isEmpty || skip > 0 }

    /// Whether some objects may not match.
    var isSelective: Bool { filter != nil || search != nil }
}
