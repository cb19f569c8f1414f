import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Roles of users")
struct AssignedRoleTests {
    private static let group = "cccccccc-0000-4000-8000-0000000000aa"

    /// A provider whose sample client and API define roles for users.
    private func fixture() async throws -> ProviderFixture {
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        for (clientID, prefix) in [(fixture.clientID, "App"), (SeedData.filesAppID, "Api")] {
            let roles = ["Reader", "Writer", "Daemon"].enumerated().map { number, name -> JSONValue in
                [
                    "id": .string("dddddddd-0000-4000-8000-\(prefix == "App" ? "0" : "1")0000000000\(number)"),
                    "value": .string("\(prefix).\(name)"), "displayName": .string(name),
                    "description": .string(name), "isEnabled": true,
                    "allowedMemberTypes": name == "Daemon" ? ["Application"] : ["User"],
                ]
            }
            try await admin.change(clientID, ["appRoles": .array(roles)])
        }
        try await admin.call(
            .post, "/_admin/groups",
            ["id": .string(Self.group), "displayName": "Writers", "members": [.string(SeedData.adaID)]])
        return fixture
    }

    private func assign(
        _ fixture: ProviderFixture, _ principal: String, _ name: String, at resource: String, _ roles: [String]
    ) async throws {
        try await fixture.provider.admin.call(
            .post, "/_admin/app-role-assignments",
            [principal: .string(name), "resource": .string(resource), "roles": .strings(roles)])
    }

    private func roles(_ fixture: ProviderFixture, _ tokens: TokenResponse) async throws -> [JSONValue?] {
        [
            try await fixture.claims(tokens.idToken)["roles"],
            try await fixture.claims(tokens.accessToken)["roles"],
        ]
    }

    @Test("The id token contains the user's roles at the client, the access token those at the API")
    func roles() async throws {
        var fixture = try await fixture()
        #expect(try await roles(fixture, try await fixture.tokens()) == [nil, nil])
        try await assign(fixture, "user", "ada@contoso.test", at: fixture.clientID, ["App.Reader"])
        try await assign(fixture, "user", "ada@contoso.test", at: "api://files", ["Api.Writer"])
        // The group's role comes first, as in the registration.
        try await assign(fixture, "group", Self.group, at: "api://files", ["Api.Reader"])
        let tokens = try await fixture.tokens()
        #expect(try await roles(fixture, tokens) == [["App.Reader"], ["Api.Reader", "Api.Writer"]])
        // A change counts from the next token on.
        try await assign(fixture, "user", "ada@contoso.test", at: "api://files", [])
        let refreshed = try TokenResponse(
            parsing: try await fixture.refresh(tokens.refreshToken?.reveal() ?? "").body)
        #expect(try await roles(fixture, refreshed) == [["App.Reader"], ["Api.Reader"]])
    }

    @Test("A group takes its roles with it when it is removed, and another of the same id has none")
    func removedGroup() async throws {
        var fixture = try await fixture()
        let admin = fixture.provider.admin
        try await assign(fixture, "group", Self.group, at: "api://files", ["Api.Reader"])
        #expect(try await roles(fixture, try await fixture.tokens()) == [nil, ["Api.Reader"]])
        try await admin.call(.delete, "/_admin/groups/\(Self.group)")
        try await admin.call(
            .post, "/_admin/groups",
            ["id": .string(Self.group), "displayName": "Others", "members": [.string(SeedData.adaID)]])
        #expect(try await roles(fixture, try await fixture.tokens()) == [nil, nil])
    }

    @Test("Another user has none of them")
    func others() async throws {
        var fixture = try await fixture()
        try await assign(fixture, "user", "ada@contoso.test", at: fixture.clientID, ["App.Reader"])
        try await assign(fixture, "group", Self.group, at: "api://files", ["Api.Reader"])
        let visit = try await fixture.signIn(Person(user: "grace@contoso.test", password: SeedData.password))
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let tokens = try TokenResponse(parsing: try await fixture.redeem(code).body)
        #expect(try await roles(fixture, tokens) == [nil, nil])
    }

    @Test("An assignment that means nothing is refused")
    func refused() async throws {
        let fixture = try await fixture()
        for (principal, name, role) in [
            ("user", "ada@contoso.test", "Api.Daemon"), ("user", "nobody@contoso.test", "Api.Reader"),
            ("group", "dddddddd-0000-4000-8000-0000000000aa", "Api.Reader"),
            ("client_id", fixture.clientID, "Api.Reader"),
        ] {
            await #expect(throws: AdminClient.Refusal.self) {
                try await assign(fixture, principal, name, at: "api://files", [role])
            }
        }
        let listed = try await fixture.provider.admin.call(
            .get, "/_admin/app-role-assignments", query: "user=ada@contoso.test")
        #expect(listed["value"] == [])
    }
}
