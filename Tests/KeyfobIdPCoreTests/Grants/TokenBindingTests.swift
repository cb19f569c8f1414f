import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// An access token belongs to the API that it was issued for, as an object: names that move afterwards change nothing.
@Suite("Tokens are bound to their API")
struct TokenBindingTests {
    /// The addresses of the APIs here, by name.
    private static let endpoints = [
        "graph": "/v1.0/me", "management": "/subscriptions", "files": "/api/files", "userinfo": "/oidc/userinfo",
    ]

    private func status(_ fixture: ProviderFixture, _ endpoint: String, _ token: String) async throws -> Int {
        let path = try #require(Self.endpoints[endpoint])
        let query = endpoint == "management" ? [("api-version", "2022-12-01")] : []
        var request = HTTPRequest.get(try fixture.url(path, query))
        request.fields.set("Authorization", "Bearer \(token)")
        return try await fixture.provider.send(request).status
    }

    /// A user's token, by password through a client that has consent for everything here.
    private func token(_ fixture: ProviderFixture, _ scope: String) async throws -> String {
        let form = FormParameters([
            ("grant_type", "password"), ("client_id", SeedData.commandLineClientID), ("username", "ada@contoso.test"),
            ("password", SeedData.password), ("scope", scope),
        ])
        let url = try fixture.url("/contoso.test/oauth2/v2.0/token")
        let response = try await fixture.provider.send(.form(url, form))
        return try #require(response.json["access_token"]?.stringValue, "\(response.json.text())")
    }

    private func consent(_ fixture: ProviderFixture, _ resource: String, _ scopes: [String]) async throws {
        try await fixture.provider.admin.setConsent(
            user: nil, clientID: SeedData.commandLineClientID, resource: resource, granted: scopes)
    }

    private func change(
        _ fixture: ProviderFixture, _ appID: String, _ body: @escaping @Sendable (inout Application) -> Void
    ) async throws {
        try await fixture.provider.store.transaction { transaction in
            var application = try #require(try transaction.applications().first { $0.appID == appID })
            body(&application)
            try transaction.put(application)
        }
    }

    @Test("The token of each API is accepted there, and at no other")
    func elsewhere() async throws {
        let fixture = try await ProviderFixture()
        try await consent(fixture, "api://files", ["Files.Read", "Files.ReadWrite"])
        try await consent(fixture, "api://contoso-web", ["Access"])
        let scopes = [
            "graph": "https://graph.microsoft.com/.default openid",
            "management": "https://management.azure.com/.default",
            "files": "api://files/Files.Read", "none": "api://contoso-web/Access",
        ]
        var accepted: [String] = []
        for (api, scope) in scopes.sorted(by: { $0.key < $1.key }) {
            let token = try await token(fixture, scope)
            for endpoint in Self.endpoints.keys.sorted() {
                let status = try await status(fixture, endpoint, token)
                if status == 200 { accepted.append("\(api) at \(endpoint)") } else { #expect(status == 401) }
            }
        }
        #expect(
            accepted == ["files at files", "graph at graph", "graph at userinfo", "management at management"])
    }

    @Test("A name that moves to another API takes no token with it, neither a user's nor an application's")
    func moved() async throws {
        let client = try await ConfidentialClient()
        let fixture = client.fixture
        let depot = "99999999-0000-4000-8000-0000000000ab"
        try await fixture.registerAPI(
            appID: depot, uri: "api://depot",
            scopes: [("44444444-0000-4000-8000-0000000000b1", "user_impersonation", "User")], version: 1)
        try await consent(fixture, "api://depot", ["user_impersonation"])
        let user = try await token(fixture, "api://depot/user_impersonation")
        let worker = try #require(
            try await client.token(["scope": "api://depot/.default"]).json["access_token"]?.stringValue)
        try await change(fixture, depot) { $0.identifierURIs = [] }
        for (endpoint, api) in [
            ("graph", ScopeResolution.graphID), ("management", SeedData.managementAppID),
            ("files", SeedData.filesAppID),
        ] {
            try await change(fixture, api) { $0.identifierURIs.append("api://depot") }
            #expect(try await status(fixture, endpoint, user) == 401, "\(endpoint)")
            #expect(try await status(fixture, endpoint, worker) == 401, "\(endpoint)")
            try await change(fixture, api) { $0.identifierURIs.removeLast() }
        }
    }

    @Test("The token of a registration that was replaced under the same id and name is refused")
    func replaced() async throws {
        let fixture = try await ProviderFixture()
        try await consent(fixture, "api://files", ["Files.Read"])
        let token = try await token(fixture, "api://files/Files.Read")
        #expect(try await status(fixture, "files", token) == 200)
        try await change(fixture, SeedData.filesAppID) { $0.objectID = "33333333-0000-4000-8000-0000000000ff" }
        #expect(try await status(fixture, "files", token) == 401)
    }

    @Test("The audience is the registered name, whatever case the request has, with the slash of the request")
    func audience() async throws {
        var fixture = try await ProviderFixture()
        fixture.clientID = SeedData.commandLineClientID
        for (scope, audience) in [
            ("HTTPS://Graph.Microsoft.COM/.default", "https://graph.microsoft.com"),
            ("https://graph.microsoft.com//.default", "https://graph.microsoft.com/"),
            ("https://MANAGEMENT.azure.com//.default", "https://management.azure.com/"),
            ("api://\(SeedData.managementAppID.uppercased())/.default", "api://\(SeedData.managementAppID)"),
            ("\(SeedData.managementAppID.uppercased())/.default", SeedData.managementAppID),
            ("HTTPS://LOCALHOST:8443/.default", fixture.provider.base.origin),
        ] {
            let claims = try await fixture.claims(Secret(try await token(fixture, scope)))
            #expect(claims["aud"]?.stringValue == audience, "\(scope)")
        }
    }
}
