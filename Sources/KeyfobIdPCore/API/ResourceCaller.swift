package import KeyfobCore
package import KeyfobIdPModel
import KeyfobOAuth

/// The user for whom a protected API is called, after all checks of the access token.
package struct ResourceCaller: Sendable {
    package let user: User
    /// The claims of the access token.
    package let claims: [String: JSONValue]

    /// A user in the tenant that issued the token, and the user who signed in: another object for a guest.
    private struct Person: Sendable {
        let user: User
        let home: User
    }

    /// Admits a request, or refuses it.
    ///
    /// - Parameters:
    ///   - api: the API's application id.
    ///   - operation: the operation that is requested.
    ///   - scopes: the permissions of which one is needed; a refusal names the first. With nil the API decides itself
    ///     what the token's permissions allow.
    /// - Throws: ``ResourceRefusal``, or the store's error.
    package init(
        _ context: RequestContext, api appID: String, _ operation: ResourcePolicy.Operation, scopes: [String]?
    ) async throws {
        let token = try await PresentedToken(context, for: appID)
        claims = token.claims
        let (api, scheme) = (token.api, token.scheme)
        let granted = ScopeSet(spaceSeparated: claims["scp"]?.stringValue ?? "")
        let objectID = claims["oid"]?.stringValue ?? ""
        let capabilities = claims["xms_cc"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let understands = capabilities.contains { $0.lowercased() == "cp1" }
        let grantID = token.origin.signIn?.grantID
        let found = try await context.transaction { transaction -> Person? in
            if let grantID, try GrantTree.isRevoked(grantID, in: transaction) {
                throw ResourceRefusal.invalidToken("The authorization of the token was revoked.", scheme: scheme)
            }
            guard let user = try transaction.user(objectID: objectID),
                let home = try transaction.user(objectID: user.signInID)
            else { return nil }
            return Person(user: user, home: home)
        }
        user = try Self.present(found, claims, api, understands: understands, scheme: scheme, context)
        if let scopes, !scopes.contains(where: granted.contains) {
            let name = "\(api.identifierURIs.first ?? api.appID)/\(scopes.first ?? "")"
            throw ResourceRefusal(
                status: 403, error: "insufficient_scope",
                message: "The access token lacks the permission \(scopes.first ?? "").", scope: name, scheme: scheme)
        }
        let contexts = claims["acrs"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard let needed = api.resourcePolicy?.contexts[operation.rawValue], !contexts.contains(needed) else { return }
        // A client that does not understand challenges cannot act on one.
        throw ResourceRefusal(
            status: understands ? 401 : 403, error: "insufficient_claims",
            message: "The user has to authenticate again for this.",
            claims: understands ? RequestedClaims.asking(for: needed) : nil, scheme: scheme)
    }

    /// The user, unless an event since the token was issued ends it before its time (continuous access evaluation).
    private static func present(
        _ person: Person?, _ claims: [String: JSONValue], _ api: Application, understands: Bool, scheme: String,
        _ context: RequestContext
    ) throws(ResourceRefusal) -> User {
        guard let user = person?.user, let home = person?.home, user.isEnabled, home.isEnabled else {
            throw .invalidToken("The account that the token was issued for is deleted or disabled.", scheme: scheme)
        }
        let start = claims["nbf"]?.integerValue ?? 0
        var earliest: Int64?
        let mark = RevocationEpochClaim.of(user, epoch: home.revocationEpoch, in: context.directory)
        if claims["aio"]?.stringValue != mark {
            earliest = home.tokensValidFrom
        }
        if let event = api.resourcePolicy?.notBefore[user.objectID], start < event {
            earliest = max(event, earliest ?? event)
        }
        guard let earliest else { return user }
        let message = "An event since the token was issued requires a new one."
        guard understands else { throw .invalidToken(message, scheme: scheme) }
        let claims = JSONValue.object([
            "access_token": ["nbf": ["essential": true, "value": .string(String(earliest))]]
        ])
        throw ResourceRefusal(
            status: 401, error: "insufficient_claims", message: message, claims: claims.text(), scheme: scheme)
    }
}
