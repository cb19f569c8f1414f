#if Server
/// The known name that a mistyped one is nearest to.
package enum Suggestion {
    /// Longer names are not compared.
    private static let longest = 64

    /// Returns the nearest name, or nil if none is near.
    ///
    /// - Parameters:
    ///   - text: what the user wrote.
    ///   - names: the names that exist; the first of several equally near ones is returned.
    package static func nearest(to text: String, among names: [String]) -> String? {
        let written = Array(text.lowercased().utf8)
        guard !written.isEmpty, written.count <= longest else { return nil }
        let limit = written.count < 4 ? 1 : written.count < 8 ? 2 : 3
        var best: (name: String, distance: Int)?
        for name in names where name.utf8.count <= longest {
            let distance = distance(written, Array(name.lowercased().utf8))
            if distance <= min(limit, best.map { $0.distance - 1 } ?? limit) { best = (name, distance) }
        }
        return best?.name
    }

    /// Returns a question for the end of a message, with a space before it; empty if no name is near.
    package static func question(about text: String, among names: [String]) -> String {
        nearest(to: text, among: names).map { " Did you mean '\($0)'?" } ?? ""
    }

    /// The number of characters to insert, delete, replace or exchange with the next one.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
                var least = min(replaced, min(previous[column + 1], current[column]) + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
#endif
