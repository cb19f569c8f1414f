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
        try await admin.apply([
            "groups": [["id": .string(Self.group), "displayName": "Writers", "members": [.string(SeedData.adaID)]]]
        ])
        return fixture
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
        let admin = fixture.provider.admin
        try await admin.assign(["App.Reader"], of: fixture.clientID, to: "ada@contoso.test")
        try await admin.assign(["Api.Writer"], of: "api://files", to: "ada@contoso.test")
        // The group's role comes first, as in the registration.
        try await admin.assign(["Api.Reader"], of: "api://files", to: Self.group)
        let tokens = try await fixture.tokens()
        #expect(try await roles(fixture, tokens) == [["App.Reader"], ["Api.Reader", "Api.Writer"]])
        // A change counts from the next token on.
        let path = "users/ada@contoso.test/appRoleAssignments"
        for assignment in try await admin.graph(.get, path)["value"]?.arrayValue ?? [] {
            guard assignment["resourceDisplayName"] == "Contoso Files" else { continue }
            try await admin.graph(.delete, "\(path)/\(assignment["id"]?.stringValue ?? "")")
        }
        let refreshed = try TokenResponse(
            parsing: try await fixture.refresh(tokens.refreshToken?.reveal() ?? "").body)
        #expect(try await roles(fixture, refreshed) == [["App.Reader"], ["Api.Reader"]])
    }

    @Test("A group takes its roles with it when it is removed, and has them again when it is restored")
    func removedGroup() async throws {
        var fixture = try await fixture()
        let admin = fixture.provider.admin
        try await admin.assign(["Api.Reader"], of: "api://files", to: Self.group)
        #expect(try await roles(fixture, try await fixture.tokens()) == [nil, ["Api.Reader"]])
        try await admin.graph(.delete, "groups/\(Self.group)")
        #expect(try await roles(fixture, try await fixture.tokens()) == [nil, nil])
        try await admin.graph(.post, "directory/deletedItems/\(Self.group)/restore")
        #expect(try await roles(fixture, try await fixture.tokens()) == [nil, ["Api.Reader"]])
    }

    @Test("Another user has none of them")
    func others() async throws {
        var fixture = try await fixture()
        try await fixture.provider.admin.assign(["App.Reader"], of: fixture.clientID, to: "ada@contoso.test")
        try await fixture.provider.admin.assign(["Api.Reader"], of: "api://files", to: Self.group)
        let visit = try await fixture.signIn(Person(user: "grace@contoso.test", password: SeedData.password))
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let tokens = try TokenResponse(parsing: try await fixture.redeem(code).body)
        #expect(try await roles(fixture, tokens) == [nil, nil])
    }

    @Test("An assignment that means nothing is refused")
    func refused() async throws {
        let fixture = try await fixture()
        for (principal, role) in [
            ("ada@contoso.test", "Api.Daemon"), ("nobody@contoso.test", "Api.Reader"),
            ("dddddddd-0000-4000-8000-0000000000aa", "Api.Reader"), (fixture.clientID, "Api.Reader"),
        ] {
            await #expect(throws: AdminClient.Refusal.self) {
                try await fixture.provider.admin.assign([role], of: "api://files", to: principal)
            }
        }
        let listed = try await fixture.provider.admin.graph(.get, "users/ada@contoso.test/appRoleAssignments")
        #expect(listed["value"] == [])
    }
}
