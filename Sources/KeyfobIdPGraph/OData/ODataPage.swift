import KeyfobCore

/// A page of a collection.
struct ODataPage: Sendable {
    var entities: [GraphEntity]
    /// Where the next page begins; nil on the last one.
    let next: Int64?
    /// The number of all matches, if the request asks for it.
    let count: Int?

    /// Makes a page of objects that match already.
    init(_ entities: [GraphEntity], next: Int64?, count: Int? = nil) {
        self.entities = entities
        self.next = next
        self.count = count
    }

    /// Takes the page that a query asks for from all objects of a collection.
    init(of all: [GraphEntity], _ query: ODataQuery) {
        var matches = all.filter(query.accepts)
        for order in query.orderBy.reversed() {
            // Sorting is stable, so that the last key is the weakest.
            matches = matches.enumerated().sorted { first, second in
                let (left, right) = (first.element.value(order.path), second.element.value(order.path))
                let result = FilterEvaluation.order(left, right) ?? (left == right ? 0 : left == .null ? -1 : 1)
                guard result != 0 else { return first.offset < second.offset }
                return order.isDescending ? result > 0 : result < 0
            }.map(\.element)
        }
        let start = Int(clamping: query.skipToken ?? Int64(query.skip))
        let rest = matches.dropFirst(start)
        let size = query.top ?? ODataQuery.usualPage
        entities = Array(rest.prefix(size))
        next = rest.count > size ? Int64(start + size) : nil
        count = query.count ? matches.count : nil
    }
}

extension ODataQuery {
    /// Whether an object matches the filter and the search.
    func accepts(_ entity: GraphEntity) -> Bool {
        if let filter, !FilterEvaluation(entity.members).matches(filter) { return false }
        if let search, !search.matches(entity.members, searchable: entity.type.searchable) { return false }
        return true
    }

    /// Whether the objects have to be known all before the first page.
    var needsAll: Bool { count || !orderBy.isEmpty || skip > 0 }
}

extension GraphEntity {
    /// The value at a path.
    fileprivate func value(_ path: [String]) -> JSONValue {
        var value = JSONValue.object(members)
        for name in path { value = value[name] ?? .null }
        return value
    }
}
