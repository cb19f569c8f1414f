import ADAL
import Foundation
import Testing

@Suite("Objective-C names")
struct SelectorTests {
    private struct Row: Decodable, Hashable {
        let type: String
        let selector: String
        let swift: String
    }
    private struct Table: Decodable {
        let source: String
        let classes: [String]
        let conformances: [String: [String]]
        let methods: [Row]
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// Every `@objc(NAME)` of the sources, with the type and the declaration that follows.
    private static func declared() throws -> (types: Set<String>, methods: [Row]) {
        var types: Set<String> = []
        var methods: [Row] = []
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
                if let own = Self.type(String(declaration.prefix { $0 != "{" })) {
                    #expect(own == name, "\(file.lastPathComponent)")
                    types.insert(name)
                } else {
                    methods.append(Row(type: type, selector: name, swift: Self.name(of: declaration)))
                }
            }
        }
        return (types, methods)
    }

    private static func type(_ line: String) -> String? {
        guard let match = line.firstMatch(of: /\b(?:class|enum|protocol|extension) ([A-Z]\w+)/),
            line.hasPrefix("public ") || line.hasPrefix("extension ")
        else { return nil }
        return String(match.1)
    }

    /// `name(label:label:)` of a function's declaration.
    private static func name(of declaration: String) -> String {
        guard let match = declaration.firstMatch(of: /(?:func )?(init|\w+)\??\(/) else { return declaration }
        var depth = 0
        var labels: [String] = []
        var current = ""
        for character in declaration[match.range.upperBound...] {
            if character == "(" || character == "[" || character == "<" { depth += 1 }
            if character == ")" || character == "]" || character == ">" { depth -= 1 }
            if depth < 0 { break }
            if character == ",", depth == 0 {
                labels.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        if !current.trimmingCharacters(in: .whitespaces).isEmpty { labels.append(current) }
        let names = labels.map { $0.trimmingCharacters(in: .whitespaces).prefix { $0 != " " && $0 != ":" } }
        return "\(match.1)(\(names.map { "\($0):" }.joined()))"
    }

    @Test("Every class and every selector of ADAL's headers is in the sources under its name, and there are no others")
    func selectors() throws {
        let url = Self.root.appending(path: "Tests/Vectors/selectors/adal.json")
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: url))
        let declared = try Self.declared()
        #expect(declared.types == Set(table.classes))
        #expect(Set(declared.methods).subtracting(table.methods) == [])
        #expect(Set(table.methods).subtracting(declared.methods) == [])
        #expect(declared.methods.count == table.methods.count)
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
        for row in try Self.declared().methods {
            let parts = row.selector.count { $0 == ":" }
            #expect(parts == row.swift.count { $0 == ":" }, "\(row.selector)")
        }
    }
}
