package import KeyfobCore

/// A value of a file with the place at which it was written.
package struct SourceNode: Sendable {
    /// The value.
    package enum Value: Sendable {
        case null
        case bool(Bool)
        case number(String)
        case string(String)
        case array([SourceNode])
        case object([Member])
    }

    /// A member of an object, in the order of the file.
    package struct Member: Sendable {
        /// The name.
        package var name: String
        /// The place of the name.
        package var place: SourcePlace
        /// The value.
        package var node: SourceNode

        /// Makes a member.
        package init(name: String, place: SourcePlace, node: SourceNode) {
            self.name = name
            self.place = place
            self.node = node
        }
    }

    /// The value.
    package var value: Value
    /// The place of its first character.
    package var place: SourcePlace

    /// Makes a value.
    package init(value: Value, place: SourcePlace) {
        self.value = value
        self.place = place
    }

    /// The members, if it is an object.
    package var members: [Member]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// The elements, if it is a list.
    package var elements: [SourceNode]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    /// The text, if it is one.
    package var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// Whether it is null.
    package var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// The member of that name, if it is an object with such a member.
    package subscript(name: String) -> SourceNode? { members?.first { $0.name == name }?.node }

    /// The value without places.
    package var json: JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let text): .number(text)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members):
            .object(Dictionary(members.map { ($0.name, $0.node.json) }) { first, _ in first })
        }
    }
}
