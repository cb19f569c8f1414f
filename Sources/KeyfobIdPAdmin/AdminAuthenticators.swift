import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/users/{user}/authenticator`: the key of a user's authenticator app, which Microsoft Graph neither sets nor
/// shows. Graph's `authentication/phoneMethods` sets a phone's number.
enum AdminAuthenticators {
    private static let request = AdminSchema.object(required: [
        "key": .text(
            "The key in base32, of 16 to 64 bytes, or 'new' for a random one.", "new",
            pattern: "^(new|[A-Za-z2-7]{26,103})$")
    ])

    private static let response = AdminSchema.object(
        required: [
            "isRegistered": .flag("Whether the user has an authenticator app."),
            "lockedUntil": .number("Codes are refused until then. Seconds since 1970; 0 if there is no lock."),
        ],
        optional: ["key": .text("The random key in base32; only in the response to the request that made it.", "GEZA")])

    static let operations = [
        AdminOperation(
            .get, "/_admin/users/{user}/authenticator", "Says whether a user has an authenticator app.",
            .json(response), show),
        AdminOperation(
            .put, "/_admin/users/{user}/authenticator", "Sets the key of the authenticator app, and ends a lock.",
            request: request, .json(response), set),
        AdminOperation(
            .delete, "/_admin/users/{user}/authenticator", "Removes the authenticator app, and ends a lock.",
            .nothing, remove),
    ]

    private static func show(_ context: RequestContext) async throws -> HTTPResponse {
        .json(.object(json(try await changed(context) { _ in })))
    }

    private static func set(_ context: RequestContext) async throws -> HTTPResponse {
        let text = try DirectoryDocument(context, known: request.memberNames).required("key")
        let key = try key(text, context)
        let factors = try await changed(context) { factors in
            factors.authenticator = UserFactors.Authenticator(key: key)
            factors.failures = Lockout.Counter()
        }
        var members = json(factors)
        if text == "new" { members["key"] = .string(Base32.encode(key)) }
        return .json(.object(members))
    }

    private static func remove(_ context: RequestContext) async throws -> HTTPResponse {
        _ = try await changed(context) { factors in
            factors.authenticator = nil
            factors.failures = Lockout.Counter()
        }
        return HTTPResponse(status: 204)
    }

    private static func key(_ text: String, _ context: RequestContext) throws(DirectoryError) -> [UInt8] {
        if text == "new" { return context.random.bytes(20) }
        guard let key = FactorText.authenticatorKey(text) else {
            throw .invalid("'key' is neither 'new' nor base32 of 16 to 64 bytes.")
        }
        return key
    }

    /// Changes the factors of the user in the path; without a difference nothing is written.
    private static func changed(
        _ context: RequestContext, _ change: @escaping @Sendable (inout UserFactors) -> Void
    ) async throws -> UserFactors {
        let name = context.pathValues["user"] ?? ""
        return try await context.transaction { transaction in
            guard let user = try UserRules.find(name, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            let old = try transaction.factors(userID: user.objectID) ?? UserFactors(userID: user.objectID)
            var factors = old
            change(&factors)
            if factors != old { try transaction.put(factors) }
            return factors
        }
    }

    /// The registered factors, without their keys.
    private static func json(_ factors: UserFactors) -> [String: JSONValue] {
        [
            "isRegistered": .bool(factors.authenticator != nil),
            "lockedUntil": .integer(factors.failures.lockedUntil),
        ]
    }
}
