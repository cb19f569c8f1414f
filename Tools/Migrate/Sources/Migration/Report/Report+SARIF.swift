extension Report {
    /// The Static Analysis Results Interchange Format (SARIF 2.1.0), which code hosts show next to the lines.
    public func sarif() throws -> String {
        let rules = totals.map { Log.Rule(id: $0.rule, shortDescription: Log.Text(text: $0.what)) }
        let results = findings.map { finding in
            Log.Result(
                ruleId: finding.rule, level: "warning",
                message: Log.Text(text: "\(finding.found): \(finding.what). Instead: \(finding.instead)"),
                locations: [
                    Log.Location(
                        physicalLocation: Log.Place(
                            artifactLocation: Log.Artifact(uri: Self.uri(finding.file)),
                            region: Log.Region(startLine: finding.line, startColumn: finding.column)))
                ])
        }
        let driver = Log.Driver(name: "keyfob-migrate", rules: rules)
        return try Self.encode(Log(runs: [Log.Run(tool: Log.Tool(driver: driver), results: results)]))
    }

    /// A path as a relative reference (RFC 3986 section 4.2).
    private static func uri(_ path: String) -> String {
        path.utf8.map { byte in
            let isPlain =
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || [0x2D, 0x2E, 0x2F, 0x5F, 0x7E].contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    /// The part of the format that is used.
    private struct Log: Encodable {
        struct Text: Encodable { let text: String }
        struct Rule: Encodable {
            let id: String
            let shortDescription: Text
        }
        struct Driver: Encodable {
            let name: String
            let rules: [Rule]
        }
        struct Tool: Encodable { let driver: Driver }
        struct Artifact: Encodable { let uri: String }
        struct Region: Encodable {
            let startLine: Int
            let startColumn: Int
        }
        struct Place: Encodable {
            let artifactLocation: Artifact
            let region: Region
        }
        struct Location: Encodable { let physicalLocation: Place }
        struct Result: Encodable {
            let ruleId: String
            let level: String
            let message: Text
            let locations: [Location]
        }
        struct Run: Encodable {
            let tool: Tool
            let results: [Result]
            let columnKind = "unicodeCodePoints"
        }

        let version = "2.1.0"
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        let runs: [Run]

        enum CodingKeys: String, CodingKey {
            case version
            case schema = "$schema"
            case runs
        }
    }
}
