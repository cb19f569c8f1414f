import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/users/{user}/factors`: a user's second factors.
enum AdminFactors {
    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        let key = context.pathValues["user"] ?? ""
        let factors = try await context.transaction { transaction in
            let user = try user(key, transaction)
            return try transaction.factors(userID: user.objectID) ?? UserFactors(userID: user.objectID)
        }
        return .json(json(factors))
    }

    /// Sets them: `authenticatorKey` in base32 (or `new` for a random one, which only this response contains),
    /// `phoneNumber`; null removes one. A change ends a lock.
    static func set(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: ["authenticatorKey", "phoneNumber"])
        let name = context.pathValues["user"] ?? ""
        let text = try body.string("authenticatorKey")
        let key = try text.map { try Self.key($0, context) }
        let number = try body.string("phoneNumber").map { typed throws(DirectoryError) in
            guard let number = FactorText.number(typed) else {
                throw .invalid("'phoneNumber' is not + and 7 to 15 digits.")
            }
            return number
        }
        let changed = try await context.transaction { transaction in
            let user = try user(name, transaction)
            var factors = try transaction.factors(userID: user.objectID) ?? UserFactors(userID: user.objectID)
            if body.members["authenticatorKey"] != nil {
                factors.authenticator = key.map { UserFactors.Authenticator(key: $0) }
            }
            if body.members["phoneNumber"] != nil { factors.phoneNumber = number }
            factors.failures = Lockout.Counter()
            try transaction.put(factors)
            return factors
        }
        guard case .object(var members) = json(changed) else { return .json(json(changed)) }
        if text == "new" { members["authenticatorKey"] = key.map { .string(Base32.encode($0)) } }
        return .json(.object(members))
    }

    private static func key(_ text: String, _ context: RequestContext) throws(DirectoryError) -> [UInt8] {
        if text == "new" { return context.random.bytes(20) }
        guard let key = Base32.decode(text), (16...64).contains(key.count) else {
            throw .invalid("'authenticatorKey' is neither 'new' nor base32 of 16 to 64 bytes.")
        }
        return key
    }

    private static func user(_ key: String, _ transaction: any IdPTransaction) throws -> User {
        guard let user = try AdminUsers.find(key, in: transaction) else {
            throw DirectoryError.notFound("There is no such user.")
        }
        return user
    }

    /// The registered factors, without their keys.
    private static func json(_ factors: UserFactors) -> JSONValue {
        [
            "hasAuthenticator": .bool(factors.authenticator != nil),
            "phoneNumber": factors.phoneNumber.map { .string($0) } ?? .null,
            "lockedUntil": .integer(factors.failures.lockedUntil),
        ]
    }
}
