import KeyfobCore

/// The first of the matches in the order of a query. Of the others nothing is kept.
struct SortedItems {
    private struct Entry {
        let keys: [JSONValue]
        let number: Int
        let item: GraphPiece.Item
        /// The steps that a comparison costs.
        let cost: Int
    }

    /// The entries that are sorted at once.
    private static let run = 512

    private let orders: [ODataQuery.Order]
    private let first: Int
    private var entries: [Entry] = []
    private var number = 0

    init(_ orders: [ODataQuery.Order], first: Int) {
        self.orders = orders
        self.first = max(0, first)
    }

    mutating func add(_ item: GraphPiece.Item, _ entity: GraphEntity, _ budget: QueryBudget) async throws(GraphError) {
        let keys = orders.map { entity.value($0.path) }
        let cost = keys.reduce(1) { $0 + 1 + ($1.stringValue?.utf8.count ?? 0) / 16 }
        entries.append(Entry(keys: keys, number: number, item: item, cost: cost))
        number += 1
        if entries.count >= 2 * Self.run, entries.count / 2 >= first { try await sort(budget) }
    }

    mutating func items(_ budget: QueryBudget) async throws(GraphError) -> [GraphPiece.Item] {
        try await sort(budget)
        return entries.map(\.item)
    }

    /// Sorts runs and merges them, so that other requests have their turn meanwhile.
    private mutating func sort(_ budget: QueryBudget) async throws(GraphError) {
        var runs: [[Entry]] = []
        for start in stride(from: 0, to: entries.count, by: Self.run) {
            let run = entries[start..<min(start + Self.run, entries.count)]
            try budget.spend(forMany: run.reduce(0) { $0 + $1.cost } * 10)
            runs.append(run.sorted(by: isBefore))
            try await budget.pause()
        }
        while runs.count > 1 {
            var merged: [[Entry]] = []
            for start in stride(from: 0, to: runs.count, by: 2) {
                merged.append(
                    start + 1 < runs.count ? try await merge(runs[start], runs[start + 1], budget) : runs[start])
            }
            runs = merged
        }
        entries = Array((runs.first ?? []).prefix(first))
    }

    private func merge(
        _ left: [Entry], _ right: [Entry], _ budget: QueryBudget
    ) async throws(GraphError) -> [Entry] {
        var merged: [Entry] = []
        merged.reserveCapacity(left.count + right.count)
        var (index, other) = (0, 0)
        while index < left.count, other < right.count {
            let isFirst = isBefore(left[index], right[other])
            let entry = isFirst ? left[index] : right[other]
            if isFirst { index += 1 } else { other += 1 }
            merged.append(entry)
            try budget.spend(forMany: entry.cost)
            try await budget.pause()
        }
        return merged + left[index...] + right[other...]
    }

    private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        for (order, (first, second)) in zip(orders, zip(left.keys, right.keys)) {
            let result =
                FilterEvaluation.order(first, second)
                ?? (first == second ? 0 : first == .null ? -1 : second == .null ? 1 : 0)
            if result != 0 { return order.isDescending ? result > 0 : result < 0 }
        }
        return left.number < right.number
    }
}

extension GraphEntity {
    /// The value at a path.
    fileprivate func value(_ path: [String]) -> JSONValue {
        var value = JSONValue.object(members)
        for name in path { value = value[name] ?? .null }
        return value
    }
}
