public import KeyfobCore
public import KeyfobOAuth

extension AdminClient {
    /// Sends a request to Microsoft Graph v1.0.
    ///
    /// - Parameters:
    /// - method: The HTTP method.
    /// - path: The path after the version: `users/ada@contoso.test`.
    /// - body: The JSON of the body.
    /// - query: OData's options, encoded: `$select=id`.
    /// - tenant: The tenant's id or domain; nil is the first one, Contoso.
    /// - Returns: The JSON of the response; null if there is none.
    /// - Throws: ``Refusal`` for another status than 2xx.
    @discardableResult
    public func graph(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, query: String? = nil, tenant: String? = nil
    ) async throws -> JSONValue {
        let place = tenant.map { "/v1.0/\($0)/" } ?? "/v1.0/"
        return try await call(method, place + path, body, query: query)
    }

    /// Sets members of a user.
    ///
    /// - Parameters:
    /// - user: The principal name or object id.
    /// - members: The members of Microsoft Graph's `user`.
    /// - tenant: The tenant's id or domain; nil is the first one, Contoso.
    public func setUser(_ user: String, _ members: JSONValue, tenant: String? = nil) async throws {
        try await graph(.patch, "users/\(user)", members, tenant: tenant)
    }

    /// Replaces a user's password. It ends the user's sessions and tokens.
    public func setPassword(_ password: Secret<String>, of user: String) async throws {
        let profile: JSONValue = [
            "password": .string(password.reveal()), "forceChangePasswordNextSignIn": false,
        ]
        try await graph(.patch, "users/\(user)", ["passwordProfile": profile])
    }

    /// Creates a user.
    ///
    /// - Returns: The object id.
    @discardableResult
    public func createUser(
        _ userPrincipalName: String, password: Secret<String>, tenant: String? = nil
    ) async throws -> String {
        let body: JSONValue = [
            "userPrincipalName": .string(userPrincipalName), "displayName": .string(userPrincipalName),
            "mailNickname": .string(String(userPrincipalName.prefix { $0 != "@" })), "accountEnabled": true,
            "passwordProfile": [
                "password": .string(password.reveal()), "forceChangePasswordNextSignIn": false,
            ],
        ]
        return try await graph(.post, "users", body, tenant: tenant)["id"]?.stringValue ?? ""
    }

    /// A registration, as Microsoft Graph's `application`.
    ///
    /// - Parameters:
    /// - clientID: The application id.
    /// - tenant: The tenant in which it is registered; nil is the first one, Contoso.
    public func registration(of clientID: String, tenant: String? = nil) async throws -> JSONValue {
        try await graph(.get, "applications(appId='\(clientID)')", tenant: tenant)
    }

    /// Creates a security group.
    ///
    /// - Parameters:
    /// - displayName: The name.
    /// - members: The object ids of its members.
    /// - tenant: The tenant's id or domain; nil is the first one, Contoso.
    /// - Returns: The object id.
    @discardableResult
    public func createGroup(
        _ displayName: String, members: [String] = [], tenant: String? = nil
    ) async throws -> String {
        var body: [String: JSONValue] = [
            "displayName": .string(displayName), "mailEnabled": false, "securityEnabled": true,
            "mailNickname": .string(String(displayName.filter { $0 != " " })),
        ]
        if !members.isEmpty {
            body["members@odata.bind"] = .strings(members.map { "\(base.origin)/v1.0/directoryObjects/\($0)" })
        }
        return try await graph(.post, "groups", .object(body), tenant: tenant)["id"]?.stringValue ?? ""
    }

    /// Makes a user of another tenant a guest.
    ///
    /// - Parameters:
    /// - user: The principal name.
    /// - tenant: The id or domain of the tenant that the guest may enter.
    /// - Returns: The guest, as Microsoft Graph's `user`.
    @discardableResult
    public func invite(_ user: String, to tenant: String) async throws -> JSONValue {
        let body: JSONValue = [
            "invitedUserEmailAddress": .string(user), "inviteRedirectUrl": "https://localhost/",
        ]
        return try await graph(.post, "invitations", body, tenant: tenant)["invitedUser"] ?? .null
    }
}
