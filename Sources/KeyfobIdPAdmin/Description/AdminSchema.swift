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

    /// Text that is not empty.
    static func name(_ description: String, _ example: String) -> AdminSchema {
        AdminSchema([
            "type": "string", "minLength": 1, "description": .string(description), "examples": [.string(example)],
        ])
    }

    /// Text in a form.
    static func text(_ description: String, _ example: String, pattern: String) -> AdminSchema {
        AdminSchema([
            "type": "string", "pattern": .string(pattern), "description": .string(description),
            "examples": [.string(example)],
        ])
    }

    /// Nothing: the member is missing or null.
    static let nothing = AdminSchema(["type": "null"])

    /// One of several forms.
    static func oneOf(_ schemas: AdminSchema...) -> AdminSchema { AdminSchema(["oneOf": .array(schemas.map(\.json))]) }

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
        if let type = members["type"]?.stringValue, type != "null" { members["type"] = [.string(type), "null"] }
        if let values = members["enum"]?.arrayValue { members["enum"] = .array(values + [.null]) }
        return AdminSchema(members)
    }

    /// The same, and where it has one form, also another.
    func when(_ condition: AdminSchema, then consequence: AdminSchema) -> AdminSchema {
        var members = json.objectValue ?? [:]
        members["if"] = condition.json
        members["then"] = consequence.json
        return AdminSchema(members)
    }

    /// The names of an object's members, in any of its forms.
    var memberNames: Set<String> {
        let forms = [json] + (json["oneOf"]?.arrayValue ?? [])
        return Set(forms.flatMap { ($0["properties"]?.objectValue ?? [:]).keys })
    }
}
