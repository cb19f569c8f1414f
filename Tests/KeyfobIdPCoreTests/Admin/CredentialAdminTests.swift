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
    private static let path = "applications(appId='\(ConfidentialClient.id)')"

    /// The credentials of Contoso Web, without the kinds that it has none of.
    private func credentials(_ admin: AdminClient) async throws -> [String: JSONValue] {
        let registration = try await admin.registration(of: ConfidentialClient.id)
        let federated = try await admin.graph(.get, "\(Self.path)/federatedIdentityCredentials")["value"]
        let all: [String: JSONValue] = [
            "passwordCredentials": registration["passwordCredentials"] ?? [],
            "keyCredentials": registration["keyCredentials"] ?? [],
            "federatedIdentityCredentials": federated ?? [],
        ]
        return all.filter { $0.value != [] }
    }

    @Test("A secret is shown once, when it is made, and stored as a hash")
    func shownOnce() async throws {
        let store = InMemoryIdPStore()
        let fixture = try await ProviderFixture(store: store)
        let admin = fixture.provider.admin
        let made = try await admin.graph(
            .post, "\(Self.path)/addPassword",
            [
                "passwordCredential": [
                    "displayName": "build", "startDateTime": "2026-01-01T00:00:00Z",
                    "endDateTime": "2028-01-01T00:00:00Z",
                ]
            ])
        let text = made["secretText"]?.stringValue ?? ""
        #expect(text.utf8.count == 40)
        #expect(made["hint"]?.stringValue == String(text.prefix(3)) && made["displayName"] == "build")
        #expect(made["endDateTime"] == "2028-01-01T00:00:00Z")
        for path in [Self.path, "applications"] {
            let shown = try await admin.graph(.get, path).text()
            #expect(shown.contains(made["keyId"]?.stringValue ?? "-"))
            #expect(!shown.contains(text) && !shown.contains("\"secretText\":\"") && !shown.contains("salt"))
        }
        let stored = try await store.transaction { try $0.applications() }
        let secrets = stored.first { $0.appID == ConfidentialClient.id }?.credentials?.secrets
        #expect(secrets?.count == 1)
        #expect(!String(describing: stored).contains(text))
        // Two hashes of one text are different.
        let one: JSONValue = ["secretText": "the same secret text"]
        try await admin.change(ConfidentialClient.id, ["passwordCredentials": [one, one]])
        let all =
            try await store.transaction { try $0.applications() }
            .first { $0.appID == ConfidentialClient.id }?.credentials?.secrets ?? []
        #expect(Set(all.map(\.digest)).count == 2)
    }

    @Test("A certificate's dates and thumbprint are read from it")
    func certificate() async throws {
        let vector = try ClientAssertionVector()
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        try await admin.addCertificate(vector.certificate, to: ConfidentialClient.id)
        let made = try #require(try await credentials(admin)["keyCredentials"]?.arrayValue?.first)
        #expect(made["startDateTime"] == "2026-09-20T14:13:20Z" && made["endDateTime"] == "2027-09-20T14:13:20Z")
        let thumbprint = Base64.encode(Digest.sha1(Base64.decode(vector.certificate) ?? []))
        #expect(made["customKeyIdentifier"]?.stringValue == thumbprint)
        #expect(made["key"] == .null || made["key"] == nil)
        try await admin.graph(.patch, Self.path, ["keyCredentials": []])
        #expect(try await credentials(admin).isEmpty)
    }

    @Test("A registration that is sent back as it was read keeps its credentials; an empty list removes them")
    func kept() async throws {
        let client = try await ConfidentialClient()
        let admin = client.fixture.provider.admin
        let key = try ClientKey(validFrom: client.fixture.clock.unixSeconds)
        try await key.register(with: client)
        try await admin.addFederatedCredential(
            ["name": "build", "issuer": "https://tokens.build.test", "subject": "s"], to: ConfidentialClient.id)
        let before = try await credentials(admin)
        #expect(before.count == 3)
        try await admin.change(ConfidentialClient.id, ["displayName": "Renamed"])
        #expect(try await credentials(admin) == before)
        #expect(try await client.token().status == 200)
        try await admin.change(
            ConfidentialClient.id, ["passwordCredentials": [], "federatedIdentityCredentials": []])
        #expect(try await credentials(admin).keys.sorted() == ["keyCredentials"])
        #expect(try await client.token().number == 7_000_215)
    }

    @Test("A registration is imported with the values of its credentials")
    func imported() async throws {
        let client = try await ConfidentialClient()
        let id = "dddddddd-0000-4000-8000-000000000004"
        let admin = client.fixture.provider.admin
        try await admin.put(
            application: [
                "appId": .string(id), "displayName": "Imported",
                "passwordCredentials": [
                    [
                        "keyId": "DDDDDDDD-1111-4000-8000-000000000004", "secretText": "a secret of sixteen",
                        "endDateTime": "2299-12-31T00:00:00.1234567Z", "hint": "xyz",
                    ]
                ],
            ])
        let made = try await admin.registration(of: id)
        #expect(made["passwordCredentials"]?.arrayValue?.first?["hint"] == "a s")
        #expect(!made.text().contains("a secret of sixteen"))
        let answer = try await client.token(["client_id": id, "client_secret": "a secret of sixteen"])
        #expect(answer.status == 200)
    }

    @Test(
        "What is no credential is refused",
        arguments: [
            ("passwordCredentials", ["secretText": "short"]),
            ("passwordCredentials", ["secretText": "a secret of sixteen", "endDateTime": "tomorrow"]),
            (
                "passwordCredentials",
                [
                    "secretText": "a secret of sixteen", "startDateTime": "2030-01-01T00:00:00Z",
                    "endDateTime": "2029-01-01T00:00:00Z",
                ]
            ),
            ("passwordCredentials", ["secretText": "a secret of sixteen", "keyId": "k"]),
            ("passwordCredentials", ["password": "x"]),
            ("passwordCredentials", ["secretText": "a secret of sixteen", "endDateTime": "99999-01-01T00:00:00Z"]),
            ("keyCredentials", ["key": "no base64!"]), ("keyCredentials", ["key": "AAAA"]),
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
            try await fixture.provider.admin.change(ConfidentialClient.id, [kind: [body]])
        }
        #expect(refusal?.status == 400)
        #expect(try await credentials(fixture.provider.admin).isEmpty)
    }

    @Test("At most twenty credentials of a kind, each with its own id, and only those of an application that exists")
    func limits() async throws {
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        let own: JSONValue = [
            "keyId": "dddddddd-2222-4000-8000-000000000000", "secretText": "a secret of sixteen",
        ]
        await #expect(throws: AdminClient.Refusal.self) {
            try await admin.change(ConfidentialClient.id, ["passwordCredentials": [own, own]])
        }
        for _ in 0..<20 { _ = try await admin.addSecret(to: ConfidentialClient.id, displayName: "one of twenty") }
        await #expect(throws: AdminClient.Refusal.self) {
            try await admin.addSecret(to: ConfidentialClient.id, displayName: "one too many")
        }
        let elsewhere = await #expect(throws: AdminClient.Refusal.self) {
            try await admin.addSecret(to: "dddddddd-0000-4000-8000-0000000000aa", displayName: "of none")
        }
        #expect(elsewhere?.status == 404)
        let missing = await #expect(throws: AdminClient.Refusal.self) {
            try await admin.graph(
                .post, "\(Self.path)/removePassword", ["keyId": "dddddddd-2222-4000-8000-0000000000ff"])
        }
        #expect(missing?.description.contains("No credentials found to be removed") == true)
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
        #expect(try await admin.registration(of: SeedData.filesAppID)["appRoles"] == roles)
        func grant(_ names: [String]) async throws {
            try await admin.assign(names, of: "api://files", to: ConfidentialClient.id)
        }
        try await grant(["All.Read"])
        await #expect(throws: AdminClient.Refusal.self) { try await grant(["Approver"]) }
        await #expect(throws: AdminClient.Refusal.self) { try await grant(["No.Role"]) }
        let listed = try await admin.graph(
            .get, "servicePrincipals(appId='\(ConfidentialClient.id)')/appRoleAssignments")["value"]?.arrayValue
        #expect(listed?.map { $0["appRoleId"] } == ["dddddddd-3333-4000-8000-000000000001"])
    }
}
