import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// Lets an API refuse every token that a user got before now; refresh tokens stay good, so that the challenge's
    /// claims get a new one in silence.
    ///
    /// - Parameters:
    ///   - user: by name or id.
    ///   - resource: the API's identifier.
    public func refuseTokensFromBefore(user: String, resource: String = "api://files") async throws {
        _ = try await call(.post, "/_admin/access-events", ["user": .string(user), "resource": .string(resource)])
    }

    /// Lets an operation of an API ask for an authentication context.
    ///
    /// - Parameters:
    ///   - context: `c1` to `c99`; nil asks for none any more.
    ///   - operation: `read`, `write` or `delete`.
    ///   - resource: the API's identifier.
    public func require(
        context: String?, for operation: String, resource: String = "api://files"
    ) async throws {
        _ = try await call(
            .post, "/_admin/step-up",
            [
                "resource": .string(resource), "operation": .string(operation),
                "context": context.map { .string($0) } ?? .null,
            ])
    }

    /// Sets what a client may do at an API, and what it may not whatever it asks, in place of what was recorded.
    ///
    /// - Parameters:
    ///   - user: whose consent it is; nil is everybody's in the tenant.
    ///   - clientID: which client.
    ///   - resource: the API's identifier.
    ///   - granted: the permissions' names, without resource.
    ///   - refused: those that are left out of every token without anybody being asked.
    public func setConsent(
        user: String?, clientID: String, resource: String, granted: [String], refused: [String] = []
    ) async throws {
        _ = try await call(
            .post, "/_admin/consents",
            [
                "user": user.map { .string($0) } ?? .null, "client_id": .string(clientID),
                "resource": .string(resource), "scopes": .strings(granted), "refused": .strings(refused),
            ])
    }
}
