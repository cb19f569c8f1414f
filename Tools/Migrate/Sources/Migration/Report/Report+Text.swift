extension Report {
    /// The report as text: each use in the form of a compiler's message, so that editors jump to it, with its
    /// replacement.
    ///
    /// - Parameter sketches: whether the code to write is included.
    public func text(sketches: Bool = true) -> String {
        var lines: [String] = []
        for finding in findings {
            lines.append(
                "\(finding.file):\(finding.line):\(finding.column): \(finding.library): \(finding.found): \(finding.what)"
            )
            lines.append("    instead: \(finding.instead)")
            if sketches, let sketch = finding.sketch {
                lines += sketch.split(separator: "\n", omittingEmptySubsequences: false).map { "    | \($0)" }
            }
        }
        if !lines.isEmpty { lines.append("") }
        let read = Language.inOrder.compactMap { language in
            files[language].map { "\($0) \(language.rawValue)" }
        }
        lines.append("Read \(read.isEmpty ? "no files" : read.joined(separator: ", ") + " files").")
        if unread > 0 { lines.append("\(unread) files could not be read, or are larger than 8 MiB.") }
        guard !findings.isEmpty else {
            lines.append("No use of ADAL or of MSAL before 2.0.0 was found.")
            return lines.joined(separator: "\n")
        }
        lines.append(
            """
            \(findings.count) uses in \(affectedFiles) files: \(count(of: .adal)) of ADAL, \
            \(count(of: .msal)) of MSAL before 2.0.0.
            """)
        let width = totals.map { String($0.count).count }.max() ?? 1
        for (rule, what, count) in totals {
            let number = String(count)
            lines.append("  \(String(repeating: " ", count: width - number.count))\(number)  \(rule): \(what)")
        }
        return lines.joined(separator: "\n")
    }
}

extension Language {
    static let inOrder: [Language] = [.swift, .objectiveC, .project]
}
