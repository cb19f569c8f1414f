import KeyfobCore
import KeyfobOAuth

/// Why Microsoft Graph refuses a request: `{"error": {"code", "message", "innerError"}}`.
struct GraphError: Error {
    let status: Int
    let code: String
    let message: String
    /// The member at fault, with Graph's word for the fault.
    var detail: (code: String, target: String)?
    /// The value of `WWW-Authenticate`; nil where another token would not help.
    var challenge: String?

    init(_ status: Int, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// The object as JSON.
    ///
    /// - Parameter inner: `innerError`, which names the request.
    func json(inner: JSONValue) -> JSONValue {
        var members: [String: JSONValue] = [
            "code": .string(code), "message": .string(message), "innerError": inner,
        ]
        if let detail {
            members["details"] = [
                [
                    "code": .string(detail.code), "message": .string(message), "target": .string(detail.target),
                ]
            ]
        }
        return ["error": .object(members)]
    }
}

extension GraphError {
    /// The object does not exist, or is not of the kind that the address names.
    static func notFound(_ id: String) -> GraphError {
        GraphError(
            404, "Request_ResourceNotFound",
            "Resource '\(id.prefix(256))' does not exist or one of its queried reference-property objects are not present."
        )
    }

    /// A segment of the address names nothing.
    static func noSegment(_ segment: String) -> GraphError {
        GraphError(400, "BadRequest", "Resource not found for the segment '\(segment.prefix(128))'.")
    }

    /// The method does not exist at the address.
    static var method: GraphError {
        GraphError(405, "Request_BadRequest", "Specified HTTP method is not allowed for the request target.")
    }

    /// The caller lacks a permission.
    static var denied: GraphError {
        GraphError(403, "Authorization_RequestDenied", "Insufficient privileges to complete the operation.")
    }

    /// The query or the body is malformed.
    static func malformed(_ message: String) -> GraphError { GraphError(400, "BadRequest", message) }

    /// The directory refuses the request's content.
    static func invalid(_ message: String) -> GraphError { GraphError(400, "Request_BadRequest", message) }

    /// A member that is needed is missing.
    static func missing(_ property: String, of type: GraphType) -> GraphError {
        .invalid("A value is required for property '\(property)' of resource '\(type.resource)'.")
    }

    /// A member has a value that it cannot have.
    static func invalidValue(_ property: String, of type: GraphType) -> GraphError {
        .invalid("Invalid value specified for property '\(property)' of resource '\(type.resource)'.")
    }

    /// A query that Graph does not answer, at all or without the header for advanced queries.
    static func unsupported(_ message: String) -> GraphError { GraphError(400, "Request_UnsupportedQuery", message) }

    /// Another object has the same value.
    static func conflict(_ property: String) -> GraphError {
        var error = GraphError.invalid(
            "Another object with the same value for property \(property) already exists.")
        error.detail = ("ObjectConflict", property)
        return error
    }

    /// An object with the same key exists.
    static func duplicate(_ message: String) -> GraphError {
        GraphError(409, "Request_MultipleObjectsWithSameKeyValue", message)
    }

    /// A reference exists already.
    static func referenced(_ property: String) -> GraphError {
        .invalid(
            "One or more added object references already exist for the following modified properties: '\(property)'.")
    }
}
