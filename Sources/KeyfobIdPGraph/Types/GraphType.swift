import KeyfobCore
import KeyfobIdPDirectory

/// A property of a type of Microsoft Graph.
struct GraphProperty: Sendable, Hashable {
    /// The kind of its values.
    enum Kind: Sendable, Hashable {
        case string, bool, integer, time
        case strings
        /// An object, or an array of objects, that is stored as it is.
        case object, objects
    }

    /// Who determines its value.
    enum Source: Sendable, Hashable {
        /// The directory: a request cannot set it.
        case directory
        /// A request, by its own rules.
        case request
        /// A request; the value has no effect here and is returned as it was sent.
        case stored
    }

    let name: String
    let kind: Kind
    let source: Source
    /// Whether a response contains it without `$select`.
    let isShown: Bool

    /// The value of an object that has none.
    var empty: JSONValue {
        switch kind {
        case .strings, .objects: []
        case .string, .bool, .integer, .time, .object: .null
        }
    }

    /// Whether a request may set the property to a value; null removes it.
    func accepts(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (_, .null), (.string, .string), (.time, .string), (.bool, .bool), (.integer, .number), (.object, .object):
            true
        case (.strings, .array(let elements)): elements.allSatisfy { $0.stringValue != nil }
        case (.objects, .array(let elements)): elements.allSatisfy { $0.objectValue != nil }
        default: false
        }
    }
}

/// A type of Microsoft Graph: its properties, as far as this provider has them.
struct GraphType: Sendable {
    /// The name after `microsoft.graph.`.
    let name: String
    /// The properties by name.
    let properties: [String: GraphProperty]
    /// The names by their form in lower case: queries are case-insensitive.
    private let names: [String: String]
    /// The relationships that `$expand` and addresses can name.
    let relationships: Set<String>
    /// The properties that `$search` looks at.
    let searchable: [String]
    /// Who may read its objects.
    let reading: GraphReading

    /// Makes a type.
    init(
        _ name: String, reading: GraphReading, _ properties: [[GraphProperty]], relationships: Set<String> = [],
        searchable: [String] = []
    ) {
        self.name = name
        self.reading = reading
        let all = properties.flatMap(\.self)
        self.properties = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        names = Dictionary(all.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
        self.relationships = relationships
        self.searchable = searchable
    }

    /// The type's name with a capital, as error messages have it.
    var resource: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The full name with the sign that annotations have.
    var annotation: String { "#microsoft.graph.\(name)" }

    /// The type that a segment of an address names: `microsoft.graph.user`.
    static func cast(_ segment: String) -> GraphType? {
        guard segment.lowercased().hasPrefix("microsoft.graph.") else { return nil }
        let name = segment.lowercased().dropFirst("microsoft.graph.".count)
        return ofDirectory.first { $0.name.lowercased() == name }
    }

    /// The types of the objects that collections of several types have.
    static let ofDirectory: [GraphType] = [.user, .group, .device, .servicePrincipal, .application, .directoryRole]

    /// The property of a name, compared without regard to letter case.
    func property(_ name: String) -> GraphProperty? { names[name.lowercased()].flatMap { properties[$0] } }

    /// The members of an object with every property, so that a response has each of them.
    func complete(_ members: [String: JSONValue]) -> [String: JSONValue] {
        var out = properties.mapValues(\.empty)
        for (name, value) in members { out[name] = value }
        return out
    }
}

extension GraphProperty {
    /// Properties of one kind.
    static func all(
        _ kind: Kind, _ source: Source, isShown: Bool = true, _ names: String
    ) -> [GraphProperty] {
        names.split(separator: " ").map {
            GraphProperty(name: String($0), kind: kind, source: source, isShown: isShown)
        }
    }
}
