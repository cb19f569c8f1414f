/// The result of a search, and the number of files searched.
public struct Report: Sendable {
    /// The uses, in the order of files and lines.
    public let findings: [Finding]
    /// The number of files read, by language.
    public let files: [Language: Int]
    /// The number of files that could not be read, or are too large.
    public let unread: Int

    /// The number of uses for each rule, the most frequent first.
    public var totals: [(rule: String, what: String, count: Int)] {
        var counts: [String: (what: String, count: Int)] = [:]
        for finding in findings { counts[finding.rule, default: (finding.what, 0)].count += 1 }
        return counts.map { ($0.key, $0.value.what, $0.value.count) }
            .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
    }

    /// The number of uses of a library.
    public func count(of library: Rule.Library) -> Int { findings.count { $0.library == library.rawValue } }

    /// The number of files with a use.
    public var affectedFiles: Int { Set(findings.map(\.file)).count }
}
