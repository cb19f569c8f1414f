import KeyfobCore
import KeyfobOAuth

/// The description of the admin API in OpenAPI 3.1.
enum AdminDescription {
    /// Returns the document.
    ///
    /// - Parameters:
    ///   - operations: what it describes.
    ///   - server: the address of the provider.
    static func document(_ operations: [AdminOperation], server: String) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for operation in operations {
            paths[operation.path.description, default: [:]][operation.method.rawValue.lowercased()] = describe(
                operation)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Keyfob identity provider: admin API", "version": "1",
                "description":
                    "What Microsoft Graph has no word for. Users, groups, applications, devices, policies and the like are administered by Microsoft Graph, at /v1.0, or by files.",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": .string(server)]], "security": [["adminToken": []]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "securitySchemes": [
                    "adminToken": [
                        "type": "http", "scheme": "bearer",
                        "description": "The contents of the file admin-token in the provider's data directory.",
                    ]
                ],
                "schemas": ["Error": errorSchema.json],
            ],
        ]
    }

    private static func describe(_ operation: AdminOperation) -> JSONValue {
        let variables = operation.variables.map { name -> JSONValue in
            [
                "name": .string(name), "in": "path", "required": true,
                "schema": ["type": "string", "minLength": 1, "pattern": "^[^/]+$"],
            ]
        }
        let query = operation.query.map { parameter -> JSONValue in
            ["name": .string(parameter.name), "in": "query", "schema": parameter.schema.json]
        }
        var success: [String: JSONValue] = ["description": "Done."]
        switch operation.success {
        case .json(let schema): success["content"] = ["application/json": ["schema": schema.json]]
        case .yaml: success["content"] = ["application/yaml": ["schema": ["type": "object"]]]
        case .nothing: break
        }
        var members: [String: JSONValue] = [
            "summary": .string(operation.summary), "operationId": .string(name(of: operation)),
            "responses": [
                "\(operation.success.status)": .object(success),
                "401": refusal("The admin token is missing or wrong."),
                "default": refusal("Refused: the description names what is wrong."),
            ],
        ]
        let parameters = variables + query
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        members["requestBody"] = operation.request.map {
            ["required": true, "content": ["application/json": ["schema": $0.json]]]
        }
        return .object(members)
    }

    /// `getClock` for `GET /_admin/clock`.
    private static func name(of operation: AdminOperation) -> String {
        let words = operation.path.description.split { !$0.isLetter }.dropFirst()
        return operation.method.rawValue.lowercased()
            + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func refusal(_ description: String) -> JSONValue {
        [
            "description": .string(description),
            "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
        ]
    }

    private static let errorSchema = AdminSchema.object(
        required: [
            "error": .text("The kind of error.", "invalid_request"),
            "error_description": .text("What is wrong.", "The member 'user' is missing."),
        ],
        optional: [
            "file": .text("The file with the fault.", "directory.yaml"), "line": .number("Its line."),
            "column": .number("Its column."), "member": .text("The member at fault.", "users[0].mail"),
            "error_codes": .list("Numbers of AADSTS errors.", of: .number("A number.")),
            "correlation_id": .text("The request's correlation id.", "11111111-0000-4000-8000-000000000001"),
            "trace_id": .text("The response's id, for the provider's log.", "11111111-0000-4000-8000-000000000001"),
            "timestamp": .text("The time.", "2026-01-01 00:00:00Z"),
        ])
}
