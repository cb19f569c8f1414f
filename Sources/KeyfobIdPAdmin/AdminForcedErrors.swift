import KeyfobCore
package import KeyfobIdPCore
package import KeyfobIdPDirectory
package import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/force-error`: any error of the catalogue, and any server fault, for the next requests of an endpoint.
package enum AdminForcedErrors {
    /// The members of a forced error.
    package static let known = request.memberNames

    private static let request = AdminSchema.object(
        required: ["endpoint": .choice("The endpoint that fails.", endpoints)],
        optional: [
            "count": .number("How many requests fail; 0 removes the forced error.", 0...1_000_000),
            "status": .number("The HTTP status.", 200...599),
            "retry_after": .number("The header Retry-After in seconds.", 0...86400),
            "error": .text("OAuth's error.", "invalid_grant"),
            "aadsts": .number("The number of an error of the catalogue.", 1...99_999_999),
            "suberror": .text("The suberror.", "basic_action"),
            "claims": .text("The claims that the error demands.", "{}"),
            "body": .choice("The form of the body.", bodies),
            "client_id": .text("Only this client's requests.", "aaaaaaaa-0000-4000-8000-000000000001"),
            "user": .text("Only this user's requests, with aadsts, at token and authorize.", "ada@contoso.test"),
            "delay_ms": .number(
                "The delay in milliseconds; alone it delays the real response.",
                1...Int64(ProviderResponse.longestDelay)),
            "drop": .flag("Closes the connection without a response."),
        ]
    ).when(
        AdminSchema(["required": ["user"], "properties": ["user": ["type": "string"]]]),
        then: AdminSchema([
            "required": ["aadsts"],
            "properties": ["aadsts": ["type": "integer"], "endpoint": ["enum": ["token", "authorize"]]],
        ]))

    private static let response = AdminSchema.object(
        required: ["endpoint": .text("The endpoint.", "token"), "count": .number("How many requests fail.")],
        optional: [
            "status": .number("The HTTP status."), "retry_after": .number("The header Retry-After in seconds."),
            "error": .text("OAuth's error.", "invalid_grant"), "aadsts": .number("The number of the error."),
            "client_id": .text("The client.", "aaaaaaaa-0000-4000-8000-000000000001"),
            "user": .text("The user.", "ada@contoso.test"), "delay_ms": .number("The delay in milliseconds."),
            "drop": .flag("Whether the connection is closed."),
        ])

    static let operations = [
        AdminOperation(
            .get, "/_admin/force-error", "Lists the forced errors.",
            .json(.object(required: ["value": .list("The forced errors.", of: response)])), list),
        AdminOperation(
            .post, "/_admin/force-error", "Makes the next requests of an endpoint fail.", request: request,
            .json(response), add),
    ]

    private static let bodies = ["json", "html", "text", "empty"]
    /// The number of forced errors: each request looks at all of them.
    private static let most = 100

    private static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let orders = try await context.transaction { try $0.forcedErrors() }
        return .json(["value": .array(orders.map(json))])
    }

    private static func add(_ context: RequestContext) async throws -> HTTPResponse {
        let forced = try await add(try DirectoryDocument(context, known: known), context)
        return .json(["endpoint": .string(forced.endpoint), "count": .integer(forced.count)])
    }

    /// Sets a forced error, or removes it by a `count` of 0.
    ///
    /// - Throws: ``DirectoryError`` that names the member.
    @discardableResult
    package static func add(_ body: DirectoryDocument, _ context: RequestContext) async throws -> ForcedError {
        let forced = try order(body)
        try await context.transaction { transaction in
            // A new rule for the same requests replaces the old one; a count of 0 removes it.
            let others = try transaction.forcedErrors().filter {
                $0.endpoint != forced.endpoint || $0.clientID != forced.clientID || $0.user != forced.user
            }
            guard others.count < most || forced.count == 0 else {
                throw DirectoryError.conflict("There are \(most) forced errors already. Remove one by a 'count' of 0.")
            }
            // Rules that name a client or a user come before those that name neither.
            let isNarrow = forced.clientID != nil || forced.user != nil
            let all = isNarrow ? [forced] + others : others + [forced]
            try transaction.setForcedErrors(forced.count > 0 ? all : others)
        }
        // Health is stated without the store: the fault has to be known before.
        _ = try await context.services.directories.load(context.services.store)
        return forced
    }

    /// The endpoints for which an error can be forced: all but those that remove it again.
    package static let endpoints = Endpoint.allCases.filter { $0 != .admin && $0 != .portal }.map(\.rawValue)

    private static func order(_ body: DirectoryDocument) throws(DirectoryError) -> ForcedError {
        let name = try body.required("endpoint")
        guard let endpoint = Endpoint(rawValue: name), endpoints.contains(name) else {
            throw .invalid("'endpoint' is one of \(endpoints.joined(separator: ", ")).")
        }
        let kind = try body.string("body") ?? "json"
        guard bodies.contains(kind) else {
            throw .invalid("'body' is json, html, text or empty.")
        }
        let number = try body.integer("aadsts", 1...99_999_999).map(Int.init)
        let status = try body.integer("status", 200...599)
        let delay = try body.integer("delay_ms", 1...Int64(ProviderResponse.longestDelay)).map(Int.init)
        let drops = try body.bool("drop")
        let error = try body.string("error")
        let usual = number.flatMap { ErrorCatalogue.entry($0)?.status } ?? 503
        let count = try body.integer("count", 0...1_000_000) ?? 1
        var forced = ForcedError(
            endpoint: name, count: Int(count), status: Int(status ?? Int64(usual)),
            retryAfter: try body.integer("retry_after", 0...86400).map(Int.init), error: error, number: number,
            body: kind)
        forced.suberror = try body.string("suberror")
        forced.claims = try body.string("claims")
        forced.clientID = try body.string("client_id")
        forced.user = try body.string("user")
        forced.delay = delay
        forced.drops = drops
        // A delay without anything else delays the real response.
        let isTrue = delay != nil && drops != true && status == nil && number == nil && error == nil
        forced.answersTruly = isTrue ? true : nil
        guard forced.user == nil || (number != nil && (endpoint == .token || endpoint == .authorize)) else {
            throw .invalid("For a user, an error is set by 'aadsts', at 'token' or 'authorize'.")
        }
        return forced
    }

    private static func json(_ forced: ForcedError) -> JSONValue {
        var members: [String: JSONValue] = [
            "endpoint": .string(forced.endpoint), "count": .integer(forced.count),
        ]
        if forced.answersTruly != true, forced.drops != true { members["status"] = .integer(forced.status) }
        members["aadsts"] = forced.number.map { .integer($0) }
        members["retry_after"] = forced.retryAfter.map { .integer($0) }
        members["error"] = forced.error.map { .string($0) }
        members["client_id"] = forced.clientID.map { .string($0) }
        members["user"] = forced.user.map { .string($0) }
        members["delay_ms"] = forced.delay.map { .integer($0) }
        members["drop"] = forced.drops.map { .bool($0) }
        return .object(members)
    }
}
