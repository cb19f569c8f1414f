import KeyfobCore

/// The form of a JSON value, as JSON Schema 2020-12 describes it (OpenAPI 3.1).
struct AdminSchema: Sendable {
    /// The schema.
    let json: JSONValue

    init(_ members: [String: JSONValue]) { json = .object(members) }

    /// Text.
    static func text(_ description: String, _ example: String) -> AdminSchema {
        AdminSchema(["type": "string", "description": .string(description), "examples": [.string(example)]])
    }

    /// Text that is one of a few.
    static func choice(_ description: String, _ values: [String]) -> AdminSchema {
        AdminSchema(["type": "string", "description": .string(description), "enum": .strings(values)])
    }

    /// True or false.
    static func flag(_ description: String) -> AdminSchema {
        AdminSchema(["type": "boolean", "description": .string(description)])
    }

    /// A whole number in a range.
    static func number(_ description: String, _ range: ClosedRange<Int64>) -> AdminSchema {
        AdminSchema([
            "type": "integer", "description": .string(description), "minimum": .integer(range.lowerBound),
            "maximum": .integer(range.upperBound),
        ])
    }

    /// A whole number that the provider writes.
    static func number(_ description: String) -> AdminSchema {
        AdminSchema(["type": "integer", "description": .string(description)])
    }

    /// A list.
    static func list(_ description: String, of element: AdminSchema) -> AdminSchema {
        AdminSchema(["type": "array", "description": .string(description), "items": element.json])
    }

    /// An object that has these members and no others; null stands for one that is missing.
    static func object(
        required: KeyValuePairs<String, AdminSchema> = [:], optional: KeyValuePairs<String, AdminSchema> = [:]
    ) -> AdminSchema {
        var properties: [String: JSONValue] = [:]
        for (name, schema) in required { properties[name] = schema.json }
        for (name, schema) in optional { properties[name] = schema.nullable.json }
        var members: [String: JSONValue] = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        if !required.isEmpty { members["required"] = .strings(required.map(\.key)) }
        return AdminSchema(members)
    }

    /// The same value, or null.
    var nullable: AdminSchema {
        var members = json.objectValue ?? [:]
        if let type = members["type"]?.stringValue { members["type"] = [.string(type), "null"] }
        if let values = members["enum"]?.arrayValue { members["enum"] = .array(values + [.null]) }
        return AdminSchema(members)
    }

    /// The names of an object's members.
    var memberNames: Set<String> { Set((json["properties"]?.objectValue ?? [:]).keys) }
}
