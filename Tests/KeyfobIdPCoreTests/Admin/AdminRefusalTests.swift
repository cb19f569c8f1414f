import Foundation
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Refusals of the admin API")
struct AdminRefusalTests {
    /// The status and the message of a refusal.
    private func refusal(
        _ fixture: ProviderFixture, _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, query: String? = nil
    ) async throws -> Int? {
        do {
            try await fixture.provider.admin.call(method, "/_admin/\(path)", body, query: query)
            return nil
        } catch let refusal as AdminClient.Refusal {
            return refusal.status
        }
    }

    @Test(
        "Every address refuses requests without the token and explains how to enable the API",
        arguments: [
            ("GET", "users/ada@contoso.test/authenticator"), ("PUT", "users/ada@contoso.test/authenticator"),
            ("GET", "applications/x/advice"), ("PUT", "devices/x/trust-type"), ("GET", "app-enrollments"),
            ("GET", "clock"), ("POST", "clock"), ("GET", "trace"), ("POST", "force-error"), ("POST", "what-if"),
            ("POST", "keys/rotate"), ("POST", "refresh-tokens/expire"), ("POST", "purge"), ("POST", "apply"),
            ("GET", "export"), ("GET", "openapi.json"),
        ])
    func closed(method: String, path: String) async throws {
        let fixture = try await ProviderFixture()
        for credential in [nil, "", "Bearer", "Bearer ", "Bearer guess", "Basic YTpi", "bearer  x"] as [String?] {
            var request = HTTPRequest(method: HTTPMethod(rawValue: method), url: try fixture.url("/_admin/\(path)"))
            if let credential { request.fields.set("Authorization", credential) }
            let response = try await fixture.provider.send(request)
            #expect(response.status == 401, "\(credential ?? "none")")
            #expect(response.fields["WWW-Authenticate"] == "Bearer")
        }
    }

    @Test("Without a token in the configuration the admin API refuses every request")
    func switchedOff() async throws {
        let fixture = try await ProviderFixture { $0.adminToken = nil }
        #expect(try await refusal(fixture, .get, "clock") == 401)
    }

    @Test("Unknown addresses and wrong methods get different errors")
    func addresses() async throws {
        let fixture = try await ProviderFixture()
        #expect(try await refusal(fixture, .get, "nothing") == 404)
        #expect(try await refusal(fixture, .get, "users") == 404, "Microsoft Graph has a word for it")
        #expect(try await refusal(fixture, .delete, "clock") == 405)
        #expect(try await refusal(fixture, .get, "applications/aaaaaaaa-0000-4000-8000-00000000dead/advice") == 404)
        #expect(try await refusal(fixture, .get, "users/nobody@contoso.test/authenticator") == 404)
        #expect(try await refusal(fixture, .put, "devices/x/trust-type", ["trustType": "AzureAd"]) == 404)
        #expect(try await refusal(fixture, .get, "app-enrollments", query: "tenant=nowhere.test") == 404)
        #expect(try await refusal(fixture, .post, "refresh-tokens/expire", ["user": "nobody"]) == 404)
    }

    @Test("Bodies are parsed strictly: unknown members and wrong types are refused, and nothing changes")
    func strictBodies() async throws {
        let fixture = try await ProviderFixture()
        let cases: [(HTTPMethod, String, JSONValue)] = [
            (.put, "users/ada@contoso.test/authenticator", ["kee": "new"]),
            (.put, "users/ada@contoso.test/authenticator", ["key": "short"]),
            (.put, "users/ada@contoso.test/authenticator", ["key": 7]),
            (.put, "users/ada@contoso.test/authenticator", []), (.post, "what-if", "text"),
            (.put, "devices/x/trust-type", ["trustType": "Mine"]), (.post, "apply", ["files": [["text": ""]]]),
            (.post, "what-if", ["user": "ada@contoso.test"]), (.post, "clock", [:]),
            (.post, "clock", ["advance_seconds": 1, "offset_seconds": 1]),
            (.post, "clock", ["advance_seconds": 9_223_372_036_854_775_807]),
            (.post, "clock", ["advance_seconds": "1"]), (.post, "force-error", ["endpoint": "admin"]),
            (.post, "force-error", ["endpoint": "token", "status": 99]),
            (.post, "force-error", ["endpoint": "token", "body": "xml"]), (.post, "refresh-tokens/expire", [:]),
        ]
        let users = try await fixture.provider.admin.graph(.get, "users")
        for (method, path, body) in cases {
            #expect(try await refusal(fixture, method, path, body) == 400, "\(method) \(path) \(body.text())")
        }
        #expect(try await refusal(fixture, .get, "trace", query: "after=soon") == 400)
        #expect(try await fixture.provider.admin.graph(.get, "users") == users)
        #expect(try await fixture.provider.admin.call(.get, "/_admin/clock")["offset_seconds"]?.integerValue == 0)
    }

    @Test("Registrations and settings are read strictly by Microsoft Graph and from files, and nothing changes")
    func strictRegistrations() async throws {
        let admin = try await ProviderFixture().provider.admin
        let applications = try await admin.graph(.get, "applications")
        let cases: [JSONValue] = [
            ["displayName": "A", "signInAudience": "Everybody"], ["displayName": 7],
            ["displayName": "A", "publicClient": ["redirectUris": ["javascript:alert(1)"]]],
            ["displayName": "A", "publicClient": ["redirectUris": ["http://example.test/"]]],
            ["displayName": "A", "publicClient": ["redirectUris": ["https://a.test/#f"]]],
        ]
        for body in cases {
            for send in [
                { try await admin.graph(.post, "applications", body) },
                { try await admin.apply(["applications": [body]]) },
            ] as [() async throws -> JSONValue] {
                let refusal = await #expect(throws: AdminClient.Refusal.self, "\(body.text())") { try await send() }
                #expect(refusal?.status == 400, "\(body.text())")
            }
        }
        let files: [JSONValue] = [
            ["applications": [["displayName": "A", "appId": "not-a-guid"]]], ["partialConsent": 1],
            ["users": [["userPrincipalName": "lin@contoso.test", "pasword": "misspelt-1"]]],
        ]
        for file in files {
            let refusal = await #expect(throws: AdminClient.Refusal.self, "\(file.text())") {
                try await admin.apply(file)
            }
            #expect(refusal?.status == 400, "\(file.text())")
        }
        #expect(try await admin.graph(.get, "applications") == applications)
    }

    @Test("Two users cannot share a name, nor two APIs an identifier")
    func conflicts() async throws {
        let admin = try await ProviderFixture().provider.admin
        let twin = await #expect(throws: AdminClient.Refusal.self) {
            try await admin.createUser("ADA@contoso.test", password: Secret("long-enough-1"))
        }
        #expect(twin?.description.contains("already exists") == true)
        let renamed = await #expect(throws: AdminClient.Refusal.self) {
            try await admin.setUser("grace@contoso.test", ["userPrincipalName": "Ada@contoso.test"])
        }
        #expect(renamed?.description.contains("already exists") == true)
        // Every name by which a request may mean an API: another spelling of its URI, and its id.
        for name in [
            "API://Files/", "api://\(SeedData.filesAppID)", SeedData.filesAppID, "https://Graph.Microsoft.com",
        ] {
            let twin: JSONValue = ["displayName": "Twin", "identifierUris": [.string(name)]]
            for send in [
                { try await admin.graph(.post, "applications", twin) },
                { try await admin.apply(["applications": [twin]]) },
            ] as [() async throws -> JSONValue] {
                let refusal = await #expect(throws: AdminClient.Refusal.self, "\(name)") { try await send() }
                #expect(refusal?.description.contains("dentifier") == true, "\(String(describing: refusal))")
            }
        }
    }

    @Test("The platform's registrations are those that no administrator changes, and the customers' are not")
    func platform() async throws {
        let store = try await ProviderFixture().provider.store
        let found = try await store.transaction { try $0.applications() }.filter(\.isOfPlatform)
        #expect(Set(found.map(\.appID)) == Set(SeedData.platform.map(\.appID)))
    }

    @Test("The page of the provider names every operation of the admin API")
    func documented() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/identity-provider.md"), encoding: .utf8)
        let description = try await ProviderFixture().provider.admin.call(.get, "/_admin/openapi.json")
        for path in (description["paths"]?.objectValue ?? [:]).keys {
            // The page calls the variables what they contain.
            let parts = path.split(separator: "{").map { $0.split(separator: "}").last.map(String.init) ?? "" }
            #expect(parts.allSatisfy(page.contains), "\(path)")
        }
    }

    /// What was written is read again, beside members that are empty.
    private func expectContained(_ written: JSONValue, in read: JSONValue, _ path: String) {
        if let members = written.objectValue {
            for (name, value) in members { expectContained(value, in: read[name] ?? .null, "\(path).\(name)") }
        } else if let elements = written.arrayValue {
            #expect(read.arrayValue?.count == elements.count, "\(path)")
            for (index, pair) in zip(elements, read.arrayValue ?? []).enumerated() {
                expectContained(pair.0, in: pair.1, "\(path)[\(index)]")
            }
        } else {
            #expect(read == written, "\(path)")
        }
    }

    @Test("A registration round-trips in Microsoft Graph's format, unchanged")
    func graphShape() async throws {
        let fixture = try await ProviderFixture()
        let written: JSONValue = [
            "displayName": "Fabrikam Board", "signInAudience": "AzureADMyOrg",
            "appId": "bbbbbbbb-0000-4000-8000-000000000001", "identifierUris": ["api://board"],
            "publicClient": ["redirectUris": ["http://localhost/board", "msauth.test.board://auth"]],
            "api": [
                "requestedAccessTokenVersion": 2,
                "oauth2PermissionScopes": [
                    [
                        "id": "cccccccc-0000-4000-8000-000000000001", "value": "Board.Read", "type": "User",
                        "isEnabled": true, "userConsentDisplayName": "Read the board",
                        "userConsentDescription": "See what hangs there.",
                    ]
                ],
            ],
            "requiredResourceAccess": [
                [
                    "resourceAppId": .string(SeedData.filesAppID),
                    "resourceAccess": [["id": "44444444-0000-4000-8000-000000000001", "type": "Scope"]],
                ]
            ],
        ]
        try await fixture.provider.admin.put(application: written)
        let read = try await fixture.provider.admin.registration(of: "bbbbbbbb-0000-4000-8000-000000000001")
        expectContained(written, in: read, "")
        let listed = try await fixture.provider.admin.graph(.get, "applications")["value"]?.arrayValue ?? []
        #expect(listed.contains { $0["id"] == read["id"] })
    }

    @Test("The log is read from a given position, and the admin API can expire refresh tokens as idle")
    func logAndIdleness() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let last = try await admin.lastSignIn()
        #expect(try await admin.signIns(after: last).isEmpty)
        #expect(try await fixture.refresh(token).status == 200)
        let fresh = try await admin.signIns(after: last)
        #expect(fresh.map { $0["event"]?.stringValue } == ["tokens_refreshed"])
        #expect(fresh.first?["user"]?.stringValue == "ada@contoso.test")
        try await admin.call(.post, "/_admin/refresh-tokens/expire", ["user": "ada@contoso.test"])
        #expect(try await fixture.refresh(token).number == 700082)
    }

    @Test(
        "A fault can be set for every endpoint, for one request",
        arguments: [
            ("discovery", "/common/v2.0/.well-known/openid-configuration"), ("keys", "/common/discovery/v2.0/keys"),
            ("instance", "/common/discovery/instance"), ("authorize", "/common/oauth2/v2.0/authorize"),
            ("userinfo", "/oidc/userinfo"), ("logout", "/common/oauth2/v2.0/logout"), ("health", "/healthz"),
            ("deviceauth", "/common/oauth2/deviceauth"), ("userrealm", "/common/userrealm/a@contoso.test"),
            ("management", "/tenants"), ("ready", "/readyz"),
        ])
    func forced(endpoint: String, path: String) async throws {
        let fixture = try await ProviderFixture()
        try await fixture.provider.admin.call(
            .post, "/_admin/force-error",
            ["endpoint": .string(endpoint), "count": 1, "status": 503, "retry_after": 3, "body": "text"])
        let request = HTTPRequest.get(try fixture.url(path))
        let first = try await fixture.provider.send(request)
        #expect(first.status == 503)
        #expect(first.fields["Retry-After"] == "3")
        #expect(try await fixture.provider.send(request).status != 503)
    }
}
