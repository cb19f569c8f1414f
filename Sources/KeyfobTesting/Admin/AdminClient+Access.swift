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
    /// - tenant: The tenant's id or domain; nil is the user's, or the first one, Contoso.
    public func setConsent(
        user: String?, clientID: String, resource: String, granted: [String], refused: [String] = [],
        tenant: String? = nil
    ) async throws {
        var grant: [String: JSONValue] = [
            "clientId": .string(clientID), "resourceId": .string(resource),
            "consentType": user == nil ? "AllPrincipals" : "Principal",
            "scope": .string(granted.joined(separator: " ")), "refused": .strings(refused),
        ]
        grant["principalId"] = user.map { .string($0) }
        let domain = user.flatMap { $0.contains("@") ? $0.split(separator: "@").last.map(String.init) : nil }
        try await apply(["oauth2PermissionGrants": [.object(grant)]], tenant: tenant ?? domain)
    }

    /// Gives a user, a group or a client roles of an application.
    ///
    /// - Parameters:
    /// - roles: The roles' values.
    /// - resource: The application, by identifier URI, name or id.
    /// - principal: A user's principal name, a group's name, or an id; a client's application id.
    /// - tenant: The tenant's id or domain; nil is the first one, Contoso.
    public func assign(
        _ roles: [String], of resource: String, to principal: String, tenant: String? = nil
    ) async throws {
        let assignments = roles.map { role -> JSONValue in
            ["principalId": .string(principal), "resourceId": .string(resource), "appRoleId": .string(role)]
        }
        try await apply(["appRoleAssignments": .array(assignments)], tenant: tenant)
    }
}
