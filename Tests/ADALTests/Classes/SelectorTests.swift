import ADAL
import Foundation
import Testing

@Suite("Objective-C names")
struct SelectorTests {
    private struct Row: Decodable, Hashable {
        let type: String
        let selector: String
    }
    /// A declaration with a selector, and its labels in Swift.
    private struct Method {
        let row: Row
        let labels: Int
    }
    private struct Table: Decodable {
        let source: String
        let classes: [String]
        let conformances: [String: [String]]
        let methods: [Row]
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// Every `@objc(NAME)` of the sources, with the type and the declaration that follows.
    private static func declared() throws -> (types: Set<String>, methods: [Method]) {
        var types: Set<String> = []
        var methods: [Method] = []
        let folder = root.appending(path: "Sources/ADAL")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            // A name that is too long for its line is on separate lines.
            let joined = text.replacing(/@objc\(([\w:\s]+)\)/) { match in
                "@objc(\(String(match.1.filter { !$0.isWhitespace })))"
            }
            let lines = joined.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            var type = ""
            for (index, line) in lines.enumerated() {
                if let name = Self.type(line) { type = name }
                guard line.hasPrefix("@objc("), let end = line.firstIndex(of: ")") else { continue }
                let name = String(line[line.index(line.startIndex, offsetBy: 6)..<end])
                let rest = lines[(index + 1)...].drop { $0.hasPrefix("#") || $0.hasPrefix("@") || $0.hasPrefix("//") }
                let declaration = rest.prefix { $0 != "}" }.prefix(16).joined(separator: " ")
                if declaration.hasPrefix("case ") { continue }
                if let own = Self.type(String(declaration.prefix { $0 != "{" })) {
                    #expect(own == name, "\(file.lastPathComponent)")
                    types.insert(name)
                } else {
                    methods.append(Method(row: Row(type: type, selector: name), labels: Self.labels(of: declaration)))
                }
            }
        }
        return (types, methods)
    }

    private static func type(_ line: String) -> String? {
        guard let match = line.firstMatch(of: /\b(?:class|enum|protocol|extension) ([A-Z]\w+)/),
            line.hasPrefix("public ") || line.hasPrefix("open ") || line.hasPrefix("extension ")
        else { return nil }
        return String(match.1)
    }

    /// The number of a function's parameters.
    private static func labels(of declaration: String) -> Int {
        guard let match = declaration.firstMatch(of: /(?:func )?(init|\w+|`\w+`)\??\(/) else { return 0 }
        var depth = 0
        var colons = 0
        for character in declaration[match.range.upperBound...] {
            if character == "(" || character == "[" || character == "<" { depth += 1 }
            if character == ")" || character == "]" || character == ">" { depth -= 1 }
            if depth < 0 { break }
            if character == ":", depth == 0 { colons += 1 }
        }
        return colons
    }

    @Test("Every class and every selector of ADAL's headers is in the sources under its name, and there are no others")
    func selectors() throws {
        let url = Self.root.appending(path: "Tests/Vectors/selectors/adal.json")
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: url))
        let declared = try Self.declared()
        #expect(declared.types == Set(table.classes))
        let rows = declared.methods.map(\.row)
        #expect(Set(rows).subtracting(table.methods) == [])
        #expect(Set(table.methods).subtracting(rows) == [])
        #expect(rows.count == table.methods.count)
    }

    @Test("A class that ADAL's headers declare copyable or archivable is, and is declared so")
    func conformances() throws {
        let url = Self.root.appending(path: "Tests/Vectors/selectors/adal.json")
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: url))
        let objects: [String: AnyClass] = [
            "ADTokenCacheItem": ADTokenCacheItem.self, "ADTokenCacheKey": ADTokenCacheKey.self,
            "ADUserInformation": ADUserInformation.self,
        ]
        #expect(Set(objects.keys) == Set(table.conformances.keys))
        for (name, type): (String, AnyClass) in objects {
            var found: [String] = []
            if type is any NSCopying.Type { found.append("NSCopying") }
            if let coded = type as? any NSSecureCoding.Type, coded.supportsSecureCoding {
                found.append("NSSecureCoding")
            }
            #expect(found == table.conformances[name], "\(name)")
        }
    }

    @Test("A selector has as many parts as its method has parameters")
    func arity() throws {
        for method in try Self.declared().methods {
            #expect(method.row.selector.count { $0 == ":" } == method.labels, "\(method.row.selector)")
        }
    }
}
