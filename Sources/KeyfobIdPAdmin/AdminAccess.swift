import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/access-events` and `/_admin/step-up`: make an API refuse tokens that have not expired.
enum AdminAccess {
    private static let eventRequest = AdminSchema.object(
        required: ["user": .name("The principal name or object id.", "ada@contoso.test")],
        optional: ["resource": .text("The API; Contoso Files by default.", "api://files")])

    private static let stepUpRequest = AdminSchema.object(
        required: ["operation": .choice("The operation.", ResourcePolicy.Operation.allCases.map(\.rawValue))],
        optional: [
            "resource": .text("The API; Contoso Files by default.", "api://files"),
            "context": .text(
                "The authentication context, c1 to c99; null ends the requirement.", "c1", pattern: "^c[1-9][0-9]?$"),
        ])

    /// - Parameter defaultAPI: the application id of the API that a request means if it names none.
    static func operations(defaultAPI: String) -> [AdminOperation] {
        [
            AdminOperation(
                .post, "/_admin/access-events", "Makes an API refuse the access tokens that a user has.",
                request: eventRequest,
                .json(
                    .object(required: [
                        "user": .text("The principal name.", "ada@contoso.test"),
                        "not_before": .number("Tokens from before are refused. Seconds since 1970."),
                    ]))
            ) { try await event($0, defaultAPI: defaultAPI) },
            AdminOperation(
                .post, "/_admin/step-up", "Sets the authentication context that an operation of an API requires.",
                request: stepUpRequest,
                .json(
                    .object(
                        required: ["operation": .text("The operation.", "read")],
                        optional: ["context": .text("The context.", "c1")]))
            ) { try await stepUp($0, defaultAPI: defaultAPI) },
        ]
    }

    /// Records an event of a user (another network, a risk): the API refuses earlier access tokens, while refresh
    /// tokens stay valid. The client gets a challenge, and acquires a new token silently.
    private static func event(_ context: RequestContext, defaultAPI: String) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: eventRequest.memberNames)
        var api = try api(body, context, defaultAPI)
        let key = try body.required("user")
        // The next second: claims count in seconds, and a token of this second was issued before the event.
        let start = context.now + 1
        let found = try await context.transaction { try UserRules.find(key, in: $0) }
        guard let user = found else { throw DirectoryError.notFound("There is no such user.") }
        var policy = api.resourcePolicy ?? ResourcePolicy()
        policy.notBefore[user.objectID] = start
        api.resourcePolicy = policy
        try await put(api, context)
        return .json(["user": .string(user.userPrincipalName), "not_before": .integer(start)])
    }

    /// Sets the authentication context that an operation of an API requires; none if `context` is null.
    private static func stepUp(_ context: RequestContext, defaultAPI: String) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: stepUpRequest.memberNames)
        var api = try api(body, context, defaultAPI)
        let name = try body.required("operation")
        guard let operation = ResourcePolicy.Operation(rawValue: name) else {
            let names = ResourcePolicy.Operation.allCases.map(\.rawValue).joined(separator: ", ")
            throw DirectoryError.invalid("'operation' is one of \(names).")
        }
        let value = try body.string("context")
        if let value, (try? RequestedClaims(RequestedClaims.asking(for: value))) == nil {
            throw DirectoryError.invalid("'context' is c1 to c99, or null.")
        }
        var policy = api.resourcePolicy ?? ResourcePolicy()
        policy.contexts[operation.rawValue] = value
        api.resourcePolicy = policy
        try await put(api, context)
        return .json(["operation": .string(name), "context": value.map { .string($0) } ?? .null])
    }

    private static func api(
        _ body: DirectoryDocument, _ context: RequestContext, _ defaultAPI: String
    ) throws(DirectoryError) -> Application {
        let name = try body.string("resource") ?? defaultAPI
        guard let api = context.directory.api(name) else { throw .notFound("There is no API '\(name)'.") }
        return api
    }

    private static func put(_ api: Application, _ context: RequestContext) async throws {
        try await context.transaction { try $0.put(api) }
    }
}
