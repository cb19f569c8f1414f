import Foundation

/// Finds the older libraries in dependency files: Podfile, Cartfile, Package.swift, podspecs.
struct DependencySearch {
    static func isDependencyFile(_ name: String) -> Bool {
        ["Podfile", "Cartfile", "Cartfile.private", "Package.swift"].contains(name) || name.hasSuffix(".podspec")
    }

    func findings(in file: SourceFile) -> [Finding] {
        var findings: [Finding] = []
        for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let code = line.drop { $0 == " " || $0 == "\t" }
            guard !code.hasPrefix("#"), !code.hasPrefix("//") else { continue }
            for (library, names) in Self.names {
                guard let name = names.first(where: { line.contains($0) }), let place = line.range(of: name),
                    library == .adal || Self.isOld(line[place.upperBound...])
                else { continue }
                findings.append(
                    Finding(
                        file: file.path, line: index + 1, column: line[..<place.lowerBound].utf8.count + 1,
                        language: .project, rule: library == .adal ? "project.adal" : "project.msal",
                        library: library.rawValue,
                        found: name.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")),
                        what: library == .adal ? "the app depends on ADAL" : "the app depends on MSAL before 2.0.0",
                        instead: """
                            Keyfob's products MSAL and ADAL, by Swift Package Manager; remove ADAL when nothing imports it \
                            any more.
                            """,
                        sketch: """
                            .package(url: "<#Keyfob's repository#>", branch: "main"),
                            .product(name: "MSAL", package: "Keyfob"),
                            """))
            }
        }
        return findings
    }

    private static let names: [(Rule.Library, [String])] = [
        (.adal, ["'ADAL'", "\"ADAL\"", "'ADALiOS'", "\"ADALiOS\"", "azure-activedirectory-library-for-objc"]),
        (.msal, ["'MSAL'", "\"MSAL\"", "microsoft-authentication-library-for-objc"]),
    ]

    /// Whether the first version that follows is before 2.
    private static func isOld(_ rest: Substring) -> Bool {
        guard let start = rest.firstIndex(where: \.isNumber) else { return false }
        return (Int(rest[start...].prefix { $0.isNumber }) ?? 2) < 2
    }
}
