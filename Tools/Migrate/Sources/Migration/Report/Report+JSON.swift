import Foundation

extension Report {
    /// The report as a JSON document: the findings, the totals, and the number of files.
    public func json() throws -> String {
        try Self.encode(
            Document(
                findings: findings.map(Document.Entry.init),
                totals: Dictionary(uniqueKeysWithValues: totals.map { ($0.rule, $0.count) }),
                libraries: Dictionary(
                    uniqueKeysWithValues: Rule.Library.allCases.map { ($0.rawValue, count(of: $0)) }),
                files: Dictionary(uniqueKeysWithValues: files.map { ($0.key.rawValue, $0.value) }), unread: unread))
    }

    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private struct Document: Encodable {
        let findings: [Entry]
        let totals: [String: Int]
        let libraries: [String: Int]
        let files: [String: Int]
        let unread: Int

        struct Entry: Encodable {
            let file: String
            let line: Int
            let column: Int
            let language: String
            let rule: String
            let library: String
            let found: String
            let what: String
            let instead: String
            let sketch: String?

            init(_ finding: Finding) {
                file = finding.file
                line = finding.line
                column = finding.column
                language = finding.language.rawValue
                rule = finding.rule
                library = finding.library
                found = finding.found
                what = finding.what
                instead = finding.instead
                sketch = finding.sketch
            }
        }
    }
}
