/// What a search found, and in how many files it looked.
public struct Report: Sendable {
    /// In the order of files and lines.
    public let findings: [Finding]
    /// How many files of each language were read.
    public let files: [Language: Int]
    /// How many files could not be read, or are too large.
    public let unread: Int

    /// How many uses each rule found, the most frequent first.
    public var totals: [(rule: String, what: String, count: Int)] {
        var counts: [String: (what: String, count: Int)] = [:]
        for finding in findings { counts[finding.rule, default: (finding.what, 0)].count += 1 }
        return counts.map { ($0.key, $0.value.what, $0.value.count) }
            .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
    }

    /// How many uses there are of a library.
    public func count(of library: Rule.Library) -> Int { findings.count { $0.library == library.rawValue } }

    /// In how many files something was found.
    public var affectedFiles: Int { Set(findings.map(\.file)).count }
}
