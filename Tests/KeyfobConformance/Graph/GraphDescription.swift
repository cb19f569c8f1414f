import Foundation
import KeyfobCore

/// The part of Microsoft's public description of Graph v1.0 that the provider serves: `Tests/Vectors/graph/description.json`,
/// which `Scripts/graph-description` writes. It judges requests and responses, and neither needs a network nor knows anything
/// of the provider.
package struct GraphDescription: Sendable {
    /// A type with members.
    struct ObjectType: Sendable {
        var base: String?
        var isAbstract: Bool
        var isOpen: Bool
        /// Whether the members are those of an action.
        var isParameters: Bool
        /// The types of the members, and of what `$expand` adds.
        var members: [String: GraphType]
        /// The names of what only `$expand` adds.
        var related: Set<String>
        /// The members of a response without `$select`.
        var returned: [String]
    }

    /// What a path does with one method.
    struct Operation: Sendable {
        var options: Set<String>
        var request: String?
        var response: String?
        var statuses: [Int64]
    }

    /// The operations of each path; `{}` stands for an identifier.
    let paths: [String: [String: Operation]]
    /// Every beginning of a path, to its last slash or key.
    let beginnings: Set<String>
    let types: [String: ObjectType]
    let enums: [String: Set<String>]

    /// The file could not be read.
    package struct Unreadable: Error {}

    /// Reads a description.
    ///
    /// - Throws: ``Unreadable``, or the parser's error.
    package init(parsing bytes: [UInt8]) throws {
        let document = try JSONValue(parsing: bytes)
        guard let paths = document["paths"]?.objectValue, let types = document["types"]?.objectValue,
            let enums = document["enums"]?.objectValue
        else { throw Unreadable() }
        self.paths = paths.mapValues { methods in
            (methods.objectValue ?? [:]).mapValues { operation in
                Operation(
                    options: Set(operation["options"].texts), request: operation["request"]?.stringValue,
                    response: operation["response"]?.stringValue,
                    statuses: operation["status"]?.arrayValue?.compactMap(\.integerValue) ?? [])
            }
        }
        beginnings = Set(
            paths.keys.flatMap { path in path.indices.filter { "/(".contains(path[$0]) }.map { String(path[..<$0]) } })
        self.types = types.mapValues { type in
            let own = type["members"]?.objectValue ?? [:]
            let related = type["related"]?.objectValue ?? [:]
            return ObjectType(
                base: type["base"]?.stringValue, isAbstract: type["abstract"] == true, isOpen: type["open"] == true,
                isParameters: type["kind"] == "parameters",
                members: own.merging(related) { $1 }.compactMapValues { $0.stringValue.map(GraphType.init) },
                related: Set(related.keys), returned: type["returned"].texts)
        }
        self.enums = enums.mapValues { Set($0.arrayValue?.compactMap(\.stringValue) ?? []) }
    }

    /// The paths that have a method, in order; `{}` stands for an identifier.
    package func paths(with method: String) -> [String] { paths.filter { $1[method] != nil }.keys.sorted() }

    /// The description in `Tests/Vectors`.
    ///
    /// - Throws: An error if the file is missing or malformed.
    package static func published() throws -> GraphDescription { try file.get() }

    /// Read once: it is large for a test that asks for it at every request.
    private static let file = Result {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try GraphDescription(
            parsing: Array(Data(contentsOf: tests.appendingPathComponent("Vectors/graph/description.json"))))
    }

    /// A type and its base types, from itself upwards.
    func chain(_ name: String) -> [(name: String, type: ObjectType)] {
        var result: [(name: String, type: ObjectType)] = []
        var next: String? = name
        while let name = next, let type = types[name], !result.contains(where: { $0.name == name }) {
            result.append((name, type))
            next = type.base
        }
        return result
    }
}

extension JSONValue? {
    /// The strings of an array.
    fileprivate var texts: [String] { self?.arrayValue?.compactMap(\.stringValue) ?? [] }
}
