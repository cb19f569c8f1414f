/// What a rewriting did, and what is left to do, as text.
public struct RewriteReport: Sendable {
    private let files: [RewrittenFile]
    private let others: [Finding]

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - files: the Swift files that changed.
    ///   - others: the findings in other files, which do not change.
    public init(files: [RewrittenFile], others: [Finding]) {
        self.files = files
        self.others = others
    }

    /// The report: each use that is left in the form of a compiler's message, then the numbers.
    public var text: String {
        var lines: [String] = []
        for file in files {
            for one in file.rest {
                let kind = one.compiles ? "compiles, but look at it" : "does not compile yet"
                lines.append("\(file.shown):\(one.line): \(kind): \(one.found): \(one.reason)")
            }
        }
        for finding in others {
            lines.append("\(finding.file):\(finding.line): not changed: \(finding.found): \(finding.instead)")
        }
        if !lines.isEmpty { lines.append("") }
        let left = files.reduce(0) { $0 + $1.rest.count { !$0.compiles } }
        lines.append(
            "\(files.reduce(0) { $0 + $1.rewritten }) uses in \(files.count) Swift files were rewritten for MSAL.")
        if left > 0 {
            lines.append("\(left) uses are left: these files do not compile against MSAL before they are changed.")
        }
        if !others.isEmpty {
            lines.append("\(others.count) uses are in files that do not change: Swift is rewritten, if it is UTF-8.")
        }
        return lines.joined(separator: "\n")
    }
}
