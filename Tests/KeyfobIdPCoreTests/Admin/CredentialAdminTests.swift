import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Credentials of registrations")
struct CredentialAdminTests {
    private static let path = "/_admin/applications/\(ConfidentialClient.id)"

    @Test("A secret is shown once, when it is made, and stored as a hash")
    func shownOnce() async throws {
        let store = InMemoryIdPStore()
        let fixture = try await ProviderFixture(store: store)
        let made = try await fixture.provider.admin.call(
            .post, "\(Self.path)/passwordCredentials",
            ["displayName": "build", "startDateTime": "2026-01-01T00:00:00Z", "endDateTime": "2028-01-01T00:00:00Z"])
        let text = made["secretText"]?.stringValue ?? ""
        #expect(text.utf8.count == 40)
        #expect(made["hint"]?.stringValue == String(text.prefix(3)) && made["displayName"] == "build")
        #expect(made["endDateTime"] == "2028-01-01T00:00:00Z")
        for path in [Self.path, "\(Self.path)/credentials", "/_admin/applications"] {
            let shown = try await fixture.provider.admin.call(.get, path).text()
            #expect(shown.contains(made["keyId"]?.stringValue ?? "-"))
            #expect(!shown.contains(text) && !shown.contains("secretText") && !shown.contains("salt"))
        }
        let stored = try await store.transaction { try $0.applications() }
        let secrets = stored.first { $0.appID == ConfidentialClient.id }?.credentials?.secrets
        #expect(secrets?.count == 1)
        #expect(!String(describing: stored).contains(text))
        // Two hashes of one text are different.
        let one: JSONValue = ["secretText": "the same secret text"]
        for _ in 0..<2 { try await fixture.provider.admin.call(.post, "\(Self.path)/passwordCredentials", one) }
        let all =
            try await store.transaction { try $0.applications() }
            .first { $0.appID == ConfidentialClient.id }?.credentials?.secrets ?? []
        #expect(Set(all.map(\.digest)).count == 3)
    }

    @Test("A certificate's dates and thumbprint are read from it")
    func certificate() async throws {
        let vector = try ClientAssertionVector()
        let fixture = try await ProviderFixture()
        let made = try await fixture.provider.admin.call(
            .post, "\(Self.path)/keyCredentials", ["key": .string(vector.certificate), "displayName": "server"])
        #expect(made["startDateTime"] == "2026-09-20T14:13:20Z" && made["endDateTime"] == "2027-09-20T14:13:20Z")
        let thumbprint = Hex.encode(Digest.sha1(Base64.decode(vector.certificate) ?? [])).uppercased()
        #expect(made["customKeyIdentifier"]?.stringValue == thumbprint)
        #expect(made["key"] == nil)
        try await fixture.provider.admin.call(
            .delete, "\(Self.path)/credentials/\(made["keyId"]?.stringValue ?? "")")
        #expect(try await fixture.provider.admin.call(.get, "\(Self.path)/credentials") == [:])
    }

    @Test("A registration that is sent back as it was read keeps its credentials; an empty list removes them")
    func kept() async throws {
        let client = try await ConfidentialClient()
        let admin = client.fixture.provider.admin
        let key = try ClientKey(validFrom: client.fixture.clock.unixSeconds)
        try await key.register(with: client)
        try await admin.call(
            .post, "\(Self.path)/federatedIdentityCredentials",
            ["name": "build", "issuer": "https://tokens.build.test", "subject": "s"])
        let before = try await admin.call(.get, "\(Self.path)/credentials")
        #expect(before.objectValue?.count == 3)
        try await admin.change(ConfidentialClient.id, ["displayName": "Renamed"])
        #expect(try await admin.call(.get, "\(Self.path)/credentials") == before)
        #expect(try await client.token().status == 200)
        try await admin.change(
            ConfidentialClient.id, ["passwordCredentials": [], "federatedIdentityCredentials": []])
        #expect(try await admin.call(.get, "\(Self.path)/credentials").objectValue?.keys.sorted() == ["keyCredentials"])
        #expect(try await client.token().number == 7_000_215)
    }

    @Test("A registration is imported with the values of its credentials")
    func imported() async throws {
        let client = try await ConfidentialClient()
        let id = "dddddddd-0000-4000-8000-000000000004"
        let made = try await client.fixture.provider.admin.call(
            .post, "/_admin/applications",
            [
                "appId": .string(id), "displayName": "Imported",
                "passwordCredentials": [
                    [
                        "keyId": "DDDDDDDD-1111-4000-8000-000000000004", "secretText": "a secret of sixteen",
                        "endDateTime": "2299-12-31T00:00:00.1234567Z", "hint": "xyz",
                    ]
                ],
            ])
        #expect(made["passwordCredentials"]?.arrayValue?.first?["hint"] == "a s")
        #expect(!made.text().contains("a secret of sixteen"))
        let answer = try await client.token(["client_id": id, "client_secret": "a secret of sixteen"])
        #expect(answer.status == 200)
    }

    @Test(
        "What is no credential is refused",
        arguments: [
            ("passwordCredentials", ["secretText": "short"]), ("passwordCredentials", ["endDateTime": "tomorrow"]),
            ("passwordCredentials", ["startDateTime": "2030-01-01T00:00:00Z", "endDateTime": "2029-01-01T00:00:00Z"]),
            ("passwordCredentials", ["keyId": "k"]), ("passwordCredentials", ["password": "x"]),
            ("passwordCredentials", ["endDateTime": "99999-01-01T00:00:00Z"]),
            ("keyCredentials", [:]), ("keyCredentials", ["key": "no base64!"]), ("keyCredentials", ["key": "AAAA"]),
            ("keyCredentials", ["key": "MIIB", "usage": "Sign"]),
            ("federatedIdentityCredentials", ["issuer": "http://a.test", "subject": "s"]),
            ("federatedIdentityCredentials", ["issuer": "https://a.test"]),
            ("federatedIdentityCredentials", ["issuer": "https://a.test", "subject": "s", "audiences": []]),
            ("federatedIdentityCredentials", ["issuer": "https://a.test", "subject": "s", "keys": ["keys": []]]),
            (
                "federatedIdentityCredentials",
                ["issuer": "https://a.test", "subject": "s", "claimsMatchingExpression": "x"]
            ),
        ] as [(String, JSONValue)])
    func refused(kind: String, body: JSONValue) async throws {
        let fixture = try await ProviderFixture()
        let refusal = await #expect(throws: AdminClient.Refusal.self) {
            try await fixture.provider.admin.call(.post, "\(Self.path)/\(kind)", body)
        }
        #expect(refusal?.status == 400)
        #expect(try await fixture.provider.admin.call(.get, "\(Self.path)/credentials") == [:])
    }

    @Test("At most twenty credentials of a kind, each with its own id, and only those of an application that exists")
    func limits() async throws {
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        let own: JSONValue = ["keyId": "dddddddd-2222-4000-8000-000000000000"]
        try await admin.call(.post, "\(Self.path)/passwordCredentials", own)
        await #expect(throws: AdminClient.Refusal.self) {
            try await admin.call(.post, "\(Self.path)/passwordCredentials", own)
        }
        for _ in 1..<20 { try await admin.call(.post, "\(Self.path)/passwordCredentials", [:]) }
        await #expect(throws: AdminClient.Refusal.self) {
            try await admin.call(.post, "\(Self.path)/passwordCredentials", [:])
        }
        let elsewhere = "/_admin/applications/dddddddd-0000-4000-8000-0000000000aa"
        for (method, path) in [(HTTPMethod.get, "credentials"), (.post, "passwordCredentials")] {
            let refusal = await #expect(throws: AdminClient.Refusal.self) {
                try await admin.call(method, "\(elsewhere)/\(path)", method == .get ? nil : [:])
            }
            #expect(refusal?.status == 404)
        }
        let missing = await #expect(throws: AdminClient.Refusal.self) {
            try await admin.call(.delete, "\(Self.path)/credentials/dddddddd-2222-4000-8000-0000000000ff")
        }
        #expect(missing?.status == 404)
    }

    @Test("Roles of an API are kept, and only those for applications can be granted to one")
    func roles() async throws {
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        let roles: JSONValue = [
            [
                "id": "dddddddd-3333-4000-8000-000000000001", "value": "All.Read", "displayName": "Read all",
                "description": "Reads all.", "allowedMemberTypes": ["Application"], "isEnabled": true,
            ],
            [
                "id": "dddddddd-3333-4000-8000-000000000002", "value": "Approver", "displayName": "Approver",
                "description": "Approves.", "allowedMemberTypes": ["User"], "isEnabled": true,
            ],
        ]
        try await admin.change(SeedData.filesAppID, ["appRoles": roles])
        #expect(try await admin.call(.get, "/_admin/applications/\(SeedData.filesAppID)")["appRoles"] == roles)
        func grant(_ names: [String]) async throws -> JSONValue {
            try await admin.call(
                .post, "/_admin/app-role-assignments",
                [
                    "client_id": .string(ConfidentialClient.id), "resource": "api://files",
                    "roles": .strings(names),
                ])
        }
        #expect(try await grant(["All.Read"])["roles"] == ["All.Read"])
        await #expect(throws: AdminClient.Refusal.self) { try await grant(["Approver"]) }
        await #expect(throws: AdminClient.Refusal.self) { try await grant(["No.Role"]) }
        let listed = try await admin.call(
            .get, "/_admin/app-role-assignments", query: "client_id=\(ConfidentialClient.id)")
        #expect(listed["value"]?.arrayValue?.first?["roles"] == ["All.Read"])
    }
}
