import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Attempts to get tokens of another API by another spelling of its name, by every way in which a name is registered.
@Suite("Names of APIs under attack")
struct APINameAttackTests {
    private static let administrator = "Directory.AccessAsUser.All"
    private static let writeAll = "Directory.ReadWrite.All"

    /// A user's token for Graph, through the Azure command line.
    private func token(_ provider: InMemoryProvider, _ user: String) async throws -> String {
        let response = try await tokens(
            provider,
            [
                ("grant_type", "password"), ("client_id", SeedData.commandLineClientID), ("username", user),
                ("password", SeedData.password), ("scope", "\(provider.base.origin)//.default"),
            ], at: "organizations")
        return try #require(response["access_token"]?.stringValue, "\(response.text())")
    }

    private func tokens(
        _ provider: InMemoryProvider, _ form: [(String, String)], at tenant: String = "contoso.test"
    ) async throws -> JSONValue {
        let url = provider.base.with(path: "/\(tenant)/oauth2/v2.0/token")
        return try JSONValue(parsing: try await provider.send(.form(url, FormParameters(form))).body)
    }

    private func graph(
        _ provider: InMemoryProvider, _ method: HTTPMethod, _ path: String, _ token: String, _ body: JSONValue? = nil
    ) async throws -> (status: Int, json: JSONValue) {
        var request = HTTPRequest(method: method, url: provider.base.with(path: "/v1.0\(path)"))
        request.fields.set("Authorization", "Bearer \(token)")
        if let body {
            request.fields.set("Content-Type", "application/json")
            request.body = body.bytes()
        }
        let response = try await provider.send(request)
        return (response.status, (try? JSONValue(parsing: response.body)) ?? .null)
    }

    /// The registration of the attack: an API that offers what Graph's administrators use.
    private func twin(_ uris: [String], appID: String? = nil) -> JSONValue {
        let id: [String: JSONValue] = appID.map { ["appId": .string($0)] } ?? [:]
        let members: [String: JSONValue] = [
            "displayName": "Twin", "signInAudience": "AzureADMultipleOrgs", "identifierUris": .strings(uris),
            "api": [
                "requestedAccessTokenVersion": 1,
                "oauth2PermissionScopes": [
                    [
                        "id": "44444444-0000-4000-8000-0000000000a1", "value": .string(Self.administrator),
                        "type": "User", "isEnabled": true, "adminConsentDisplayName": "x",
                        "adminConsentDescription": "x",
                    ]
                ],
                "preAuthorizedApplications": [
                    [
                        "appId": .string(SeedData.suiteClientID),
                        "delegatedPermissionIds": ["44444444-0000-4000-8000-0000000000a1"],
                    ]
                ],
            ],
            "appRoles": [
                [
                    "id": "44444444-0000-4000-8000-0000000000a2", "value": .string(Self.writeAll), "displayName": "x",
                    "description": "x", "allowedMemberTypes": ["Application"], "isEnabled": true,
                ]
            ],
        ]
        return .object(members.merging(id) { own, _ in own })
    }

    private func names(_ provider: InMemoryProvider) async throws -> [String] {
        try await provider.store.transaction { try $0.applications() }.flatMap(\.identifierURIs).sorted()
    }

    @Test("A member without a role gets names with the application's or the tenant's id, and in verified domains")
    func member() async throws {
        let provider = try await InMemoryProvider(clock: MovableClock())
        let ada = try await token(provider, "ada@contoso.test")
        let before = try await names(provider)
        for uri in [
            "https://graph.microsoft.com//", "\(provider.base.origin)//", "https://management.core.windows.net//",
            "api://files//", "https://graph.microsoft.com",
        ] {
            let made = try await graph(provider, .post, "/applications", ada, twin([uri]))
            #expect(made.status == 400, "\(uri)")
        }
        #expect(try await names(provider) == before)
        let made = try await graph(provider, .post, "/applications", ada, twin([]))
        let (id, appID) = (try #require(made.json["id"]?.stringValue), try #require(made.json["appId"]?.stringValue))
        func set(_ uri: String) async throws -> String? {
            let reply = try await graph(
                provider, .patch, "/applications/\(id)", ada, ["identifierUris": [.string(uri)]])
            return reply.status == 204 ? nil : reply.json["error"]?["code"]?.stringValue ?? "\(reply.status)"
        }
        for uri in [
            "api://\(appID)", "api://\(appID)/more", "api://\(SeedData.tenantID)/depot", "api://depot/\(appID)",
            "https://contoso.test/depot", "https://depot.contoso.test", "api://depot.contoso.test/x",
        ] {
            #expect(try await set(uri) == nil, "\(uri)")
        }
        let unverified = [
            "api://depot", "https://depot.test", "https://fabrikam.test/depot", "https://x.fabrikam.test",
            "api://fabrikam.test/\(appID)", "api://\(SeedData.fabrikamID)/depot", "https://notcontoso.test",
            "http://contoso.test", "urn:example:depot", "api://[::1]/\(appID)",
        ]
        for uri in unverified { #expect(try await set(uri) == "HostNameNotOnVerifiedDomain", "\(uri)") }
        // Everything that does not touch the names stays possible, and so do names that are stored.
        #expect(
            try await graph(provider, .patch, "/applications/\(id)", ada, ["displayName": "Depot"]).status == 204)
        // An administrator has no name in another organization's domain either.
        let grace = try await token(provider, "grace@contoso.test")
        for uri in unverified {
            let reply = try await graph(
                provider, .patch, "/applications/\(id)", grace, ["identifierUris": [.string(uri)]])
            let isTheirs = uri.contains("fabrikam") || uri.contains(SeedData.fabrikamID) || uri.contains("[")
            #expect(reply.status == (isTheirs ? 400 : 204), "\(uri)")
        }
    }

    @Test("A name is taken in every spelling, and an application has at most fifty of at most 255 characters")
    func conflicts() async throws {
        let provider = try await InMemoryProvider(clock: MovableClock())
        let before = try await names(provider)
        for uri in APINameSpellings.of("api://files", schemes: ["api", "API", "aPi"], ports: [""]).prefix(150) {
            await #expect(throws: AdminClient.Refusal.self, "\(uri)") {
                try await provider.admin.graph(
                    .post, "applications", ["displayName": "Twin", "identifierUris": [.string(uri)]])
            }
        }
        let many = (0...50).map { JSONValue.string("api://many/\($0)") }
        for uris in [many, [.string("api://\(String(repeating: "x", count: 250))")], ["api://twice", "API://Twice/"]] {
            await #expect(throws: AdminClient.Refusal.self) {
                try await provider.admin.graph(
                    .post, "applications", ["displayName": "Twin", "identifierUris": .array(uris)])
            }
        }
        #expect(try await names(provider) == before)
    }

    @Test("Reserved names are refused in every spelling by Graph, the portal's form, its JSON, its files and apply")
    func everyWay() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let provider = visitor.provider
        let grace = try await token(provider, PortalVisitor.grace)
        let made = try await graph(provider, .post, "/applications", grace, twin(["api://twin"]))
        let id = try #require(made.json["id"]?.stringValue)
        let appID = try #require(made.json["appId"]?.stringValue)
        _ = try await visitor.open("/portal/applications/\(id)")
        let before = try await names(provider)
        let version = try await provider.store.transaction { try $0.directoryVersion() }
        let reserved = APINameSpellings.reserved(origin: provider.base.origin)
        var attempts = 0
        for (offset, name) in reserved.enumerated() {
            let spellings = APINameSpellings.of(name)
            #expect(spellings.count >= 500, "\(name)")
            for index in stride(from: offset, to: spellings.count, by: spellings.count / 3) {
                let uri = spellings[index]
                attempts += 1
                let byGraph = try await graph(
                    provider, .patch, "/applications/\(id)", grace, ["identifierUris": [.string(uri)]])
                #expect(byGraph.status == 400, "\(uri)")
                let file: JSONValue = [
                    "applications": [["appId": .string(appID), "identifierUris": [.string(uri)]]]
                ]
                await #expect(throws: AdminClient.Refusal.self, "\(uri)") { try await provider.admin.apply(file) }
                guard attempts % 3 == 0 else { continue }
                _ = try await visitor.post("/portal/applications/\(id)/names", [("identifierUris", uri)])
                let json: JSONValue = ["displayName": "Twin", "identifierUris": [.string(uri)]]
                _ = try await visitor.post("/portal/applications/\(id)/json", [("document", json.text())])
                let plan = try await visitor.upload("/portal/files/plan", [("text", file.text())])
                #expect(plan.page == "portal-files" && plan.status == 400, "\(uri)")
            }
        }
        #expect(attempts >= 3 * reserved.count)
        #expect(try await names(provider) == before)
        #expect(try await provider.store.transaction { try $0.directoryVersion() } == version)
    }

    @Test("A store that contains every spelling from before gives no token for them, and no right at Graph")
    func stored() async throws {
        let provider = try await InMemoryProvider(clock: MovableClock())
        let name = "https://graph.microsoft.com"
        let spellings = APINameSpellings.of(name) + APINameSpellings.of(provider.base.origin)
        #expect(spellings.count >= 1000)
        try await provider.admin.put(application: twin([], appID: Self.twinID))
        try await provider.admin.assign([Self.writeAll], of: Self.twinID, to: SeedData.webClientID)
        let secret = try #require(
            try await provider.admin.addSecret(to: SeedData.webClientID, displayName: "x")["secretText"]?.stringValue)
        try await provider.store.transaction { transaction in
            var twin = try #require(try transaction.applications().first { $0.appID == Self.twinID })
            twin.identifierURIs = spellings + ["api://twin"]
            try transaction.put(twin)
        }
        var issued = 0
        let some = stride(from: 0, to: spellings.count, by: spellings.count / 500).map { spellings[$0] }
        for spelling in some + [name, "HTTPS://Graph.Microsoft.com", "\(provider.base.origin)/"] {
            let response = try await tokens(
                provider,
                [
                    ("grant_type", "client_credentials"), ("client_id", SeedData.webClientID),
                    ("client_secret", secret), ("scope", "\(spelling)/.default"),
                ])
            guard let token = response["access_token"]?.stringValue else { continue }
            issued += 1
            let reply = try await graph(provider, .get, "/users", token)
            // The provider's host and port under another scheme is a name of the twin's, from before: Graph refuses its token.
            #expect(reply.status == (spelling.hasPrefix("http://") ? 401 : 403), "\(spelling)")
        }
        // Letter case and one slash at the end are no other name: these tokens are Graph's own, and without roles.
        #expect(some.count >= 500 && (3...24).contains(issued), "\(issued)")
        // The application itself works by its other name.
        let own = try await tokens(
            provider,
            [
                ("grant_type", "client_credentials"), ("client_id", SeedData.webClientID), ("client_secret", secret),
                ("scope", "api://twin/.default"),
            ])
        let token = try #require(own["access_token"]?.stringValue)
        #expect(try await graph(provider, .get, "/users", token).status == 401)
    }

    private static let twinID = "99999999-0000-4000-8000-0000000000aa"

    @Test("A link for another spelling of Graph gives no code to any user who follows it")
    func takeover() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let provider = visitor.provider
        try await provider.admin.put(application: twin([], appID: Self.twinID))
        try await provider.store.transaction { transaction in
            var twin = try #require(try transaction.applications().first { $0.appID == Self.twinID })
            twin.identifierURIs = ["https://graph.microsoft.com//", "api://files//"]
            try transaction.put(twin)
        }
        for name in ["https://graph.microsoft.com//", "https://graph.microsoft.com///", "api://files///"] {
            let query = FormParameters([
                ("client_id", SeedData.suiteClientID), ("response_type", "code"),
                ("redirect_uri", "http://localhost:1/contoso-a"), ("scope", "\(name)\(Self.administrator)"),
                ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
            ]).encoded
            let reply = try await visitor.open("/organizations/oauth2/v2.0/authorize?\(query)")
            #expect(!reply.address.contains("?code=") && !reply.address.contains("&code="), "\(name): \(reply.address)")
            #expect(reply.page != nil || reply.address.contains("error="), "\(name): \(reply.address)")
        }
    }

    @Test("A restored application with a name that is reserved by now is refused")
    func restored() async throws {
        let provider = try await InMemoryProvider(clock: MovableClock())
        let admin = provider.admin
        try await admin.put(application: twin([], appID: Self.twinID))
        let id = try #require(try await admin.registration(of: Self.twinID)["id"]?.stringValue)
        try await provider.store.transaction { transaction in
            var twin = try #require(try transaction.applications().first { $0.appID == Self.twinID })
            twin.identifierURIs = ["https://graph.microsoft.com/x"]
            try transaction.put(twin)
        }
        try await admin.graph(.delete, "applications/\(id)")
        let refusal = await #expect(throws: AdminClient.Refusal.self) {
            try await admin.graph(.post, "directory/deletedItems/\(id)/restore")
        }
        #expect(refusal?.description.contains("https://graph.microsoft.com/x") == true)
    }
}
