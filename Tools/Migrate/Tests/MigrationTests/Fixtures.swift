import Foundation
import Migration

/// The apps in `Fixtures`, and the findings that comments in their lines expect.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path

    static func path(_ name: String) -> String { "\(folder)/\(name)" }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: path(name)), encoding: .utf8)
    }

    /// `line: rule rule` for each line whose comment lists rules.
    static func expected(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            line.firstRange(of: "// -> ").map { "\(index + 1): \(line[$0.upperBound...])" }
        }
    }

    /// The same for the findings.
    static func found(_ findings: [Finding]) -> [String] {
        var lines: [Int: [String]] = [:]
        for finding in findings { lines[finding.line, default: []].append(finding.rule) }
        return lines.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.joined(separator: " "))" }
    }

    static func report(_ name: String) throws -> Report { Search().report(on: try SourceTree([path(name)])) }
}
