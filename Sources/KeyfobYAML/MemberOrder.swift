/// The order in which an object's members are written.
package struct MemberOrder: Sendable {
    private let first: [String]
    private let last: [String]

    /// - Parameters:
    ///   - first: the members that come first, in this order; the others follow by name.
    ///   - last: the members that come last, in this order.
    package init(first: [String] = [], last: [String] = []) {
        self.first = first
        self.last = last
    }

    func sorted(_ names: [String]) -> [String] {
        func rank(_ name: String) -> Int {
            if let place = first.firstIndex(of: name) { return place - first.count }
            return last.firstIndex(of: name).map { $0 + 1 } ?? 0
        }
        return names.sorted { (rank($0), $0) < (rank($1), $1) }
    }
}
