import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// Makes an API refuse every token that a user got before now; refresh tokens stay valid, so that the challenge's
    /// claims get a new one silently.
    ///
    /// - Parameters:
    /// - user: The user's name or id.
    /// - resource: The API's identifier.
    public func refuseTokensFromBefore(user: String, resource: String = "api://files") async throws {
        _ = try await call(.post, "/_admin/access-events", ["user": .string(user), "resource": .string(resource)])
    }

    /// Makes an operation of an API require an authentication context.
    ///
    /// - Parameters:
    /// - context: `c1` to `c99`; nil removes the requirement.
    /// - operation: `read`, `write` or `delete`.
    /// - resource: The API's identifier.
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

    /// Sets the permissions that a client has at an API, and those that it never gets, replacing the recorded ones.
    ///
    /// - Parameters:
    /// - user: The user whose consent it is; nil for all users of the tenant.
    /// - clientID: The client.
    /// - resource: The API's identifier.
    /// - granted: The permissions' names, without resource.
    /// - refused: The permissions that are omitted from every token without a prompt.
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
