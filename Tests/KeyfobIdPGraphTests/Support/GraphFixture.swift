import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A provider, and Microsoft Graph at it with every exchange judged by Microsoft's description.
struct GraphFixture {
    static let password = "Correct-horse-7"
    static let globalAdministrator = "62e90394-69f5-4237-9190-012177145e10"
    static let userAdministrator = "fe930be7-5e62-47db-91af-98c3a49a38b1"

    let clock = MovableClock()
    let provider: InMemoryProvider
    /// Graph as the tenant's Global Administrator, through the Azure command line, sees it.
    var graph: JudgedGraph

    init(store: any IdPStore = InMemoryIdPStore(), profile: IdPProfile = .faithful) async throws {
        provider = try await InMemoryProvider(clock: clock, store: store) { $0.profile = profile }
        graph = try JudgedGraph(provider, base: provider.base)
        graph.token = try await token(of: "grace@contoso.test")
    }

    /// Graph as another caller sees it.
    func graph(token: String?) -> JudgedGraph {
        var graph = graph
        graph.token = token
        return graph
    }

    /// Graph as a user sees it, through the Azure command line.
    func graph(as user: String, password: String = SeedData.password) async throws -> JudgedGraph {
        graph(token: try await token(of: user, password: password))
    }

    /// A user's token for Graph.
    func token(
        of user: String, password: String = SeedData.password, client: String = SeedData.commandLineClientID,
        scope: String? = nil
    ) async throws -> String {
        let response = try await signIn(user, password: password, client: client, scope: scope)
        return try #require(response["access_token"]?.stringValue, "\(response.text())")
    }

    /// The response to a user's password.
    func signIn(
        _ user: String, password: String, client: String = SeedData.commandLineClientID, scope: String? = nil,
        tenant: String = "organizations"
    ) async throws -> JSONValue {
        try await tokens(
            [
                ("grant_type", "password"), ("client_id", client), ("username", user), ("password", password),
                ("scope", scope ?? "\(provider.base.origin)//.default openid"),
            ], at: tenant)
    }

    /// The AADSTS number that a user's password is answered with; nil for tokens.
    func refusal(of user: String, password: String = GraphFixture.password) async throws -> Int64? {
        try await signIn(user, password: password)["error_codes"]?.arrayValue?.first?.integerValue
    }

    /// The response to a client's secret.
    func signIn(
        client: String, secret: String, scope: String? = nil, tenant: String = "contoso.test"
    ) async throws -> JSONValue {
        try await tokens(
            [
                ("grant_type", "client_credentials"), ("client_id", client), ("client_secret", secret),
                ("scope", scope ?? "https://graph.microsoft.com/.default"),
            ], at: tenant)
    }

    private func tokens(_ parameters: [(String, String)], at tenant: String) async throws -> JSONValue {
        let url = provider.base.with(path: "/\(tenant)/oauth2/v2.0/token")
        return try JSONValue(parsing: try await provider.send(.form(url, FormParameters(parameters))).body)
    }

    /// The claims of a token.
    static func claims(_ token: String) throws -> JSONValue {
        try JSONValue(parsing: try JWS(compact: token).payload)
    }

    /// Creates a user with ``password``.
    func createUser(_ name: String, displayName: String = "Test User") async throws -> String {
        let made = try await graph(
            .post, "/users",
            [
                "accountEnabled": true, "displayName": .string(displayName),
                "mailNickname": .string(String(name.prefix { $0 != "@" })), "userPrincipalName": .string(name),
                "passwordProfile": ["password": .string(Self.password), "forceChangePasswordNextSignIn": false],
            ])
        #expect(made.status == 201)
        return try #require(made["id"]?.stringValue)
    }

    /// Creates a group.
    func createGroup(_ name: String) async throws -> String {
        let made = try await graph(
            .post, "/groups",
            [
                "displayName": .string(name), "mailNickname": .string(name.filter { $0 != " " }), "mailEnabled": false,
                "securityEnabled": true,
            ])
        #expect(made.status == 201)
        return try #require(made["id"]?.stringValue)
    }

    /// Gives a user a directory role.
    func assign(role: String, to user: String) async throws {
        let made = try await graph(
            .post, "/roleManagement/directory/roleAssignments",
            ["principalId": .string(user), "roleDefinitionId": .string(role), "directoryScopeId": "/"])
        #expect(made.status == 201)
    }

    /// Registers an application with an object in the tenant and a secret.
    func createClient(_ name: String) async throws -> (
        appID: String, objectID: String, principalID: String, secret: String
    ) {
        let made = try await graph(
            .post, "/applications", ["displayName": .string(name), "signInAudience": "AzureADMyOrg"])
        let appID = try #require(made["appId"]?.stringValue)
        let objectID = try #require(made["id"]?.stringValue)
        let principal = try await graph(.post, "/servicePrincipals", ["appId": .string(appID)])
        let secret = try await graph(
            .post, "/applications/\(objectID)/addPassword", ["passwordCredential": ["displayName": "test"]])
        return (
            appID, objectID, try #require(principal["id"]?.stringValue), try #require(secret["secretText"]?.stringValue)
        )
    }

    /// The object of Microsoft Graph in the tenant, with its permissions for applications by name.
    func graphRoles() async throws -> (id: String, roles: [String: String]) {
        let found = try await graph(.get, "/servicePrincipals(appId='\(ScopeResolution.graphID)')")
        let roles = (found["appRoles"]?.arrayValue ?? []).compactMap { role -> (String, String)? in
            guard let value = role["value"]?.stringValue, let id = role["id"]?.stringValue else { return nil }
            return (value, id)
        }
        return (try #require(found["id"]?.stringValue), Dictionary(roles) { first, _ in first })
    }

    /// Grants an application a permission for Graph.
    func grant(_ permission: String, to principalID: String) async throws {
        let api = try await graphRoles()
        let made = try await graph(
            .post, "/servicePrincipals/\(principalID)/appRoleAssignments",
            [
                "principalId": .string(principalID), "resourceId": .string(api.id),
                "appRoleId": .string(try #require(api.roles[permission])),
            ])
        #expect(made.status == 201)
    }
}
