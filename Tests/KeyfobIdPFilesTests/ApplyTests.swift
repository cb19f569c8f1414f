import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import KeyfobYAML
import Testing

@testable import KeyfobIdPFiles

@Suite("Applying files")
struct ApplyTests {
    private static let whole = """
        tenants:
          - domains: [litware.test]
            displayName: Litware
            administrators: [root@litware.test]
            branding: {displayName: Litware, accentColor: "#7a1f5c"}
            trust:
              devices: {quota: 3, compliance: {minimumVersions: {iOS: "17.4"}}}
            users:
              - userPrincipalName: root@litware.test
                passwordProfile: {password: Correct-horse-1}
                displayName: Root
              - userPrincipalName: bob@litware.test
                passwordProfile: {password: Correct-horse-2}
                jobTitle: Cook
            groups:
              - displayName: Cooks
                members: [bob@litware.test]
                owners: [root@litware.test]
              - displayName: Everyone
                members: [Cooks, root@litware.test]
            applications:
              - displayName: Kitchen API
                identifierUris: ["api://kitchen"]
                api:
                  oauth2PermissionScopes:
                    - {id: 55555555-0000-4000-8000-000000000001, value: Recipes.Read}
                appRoles:
                  - {id: 55555555-0000-4000-8000-000000000002, value: Chef, allowedMemberTypes: [User, Application]}
              - displayName: Kitchen App
                signInAudience: AzureADMyOrg
                isFallbackPublicClient: true
                publicClient: {redirectUris: ["http://localhost"]}
                requiredResourceAccess:
                  - resourceAppId: Kitchen API
                    resourceAccess: [{id: Recipes.Read, type: Scope}]
              - displayName: Kitchen Service
                passwordCredentials: [{displayName: main, secretText: a-long-secret-for-tests}]
            appRoleAssignments:
              - {principalId: bob@litware.test, resourceId: Kitchen API, appRoleId: Chef}
              - {principalId: Kitchen Service, resourceId: Kitchen API, appRoleId: Chef}
            oauth2PermissionGrants:
              - {clientId: Kitchen App, resourceId: Kitchen API, consentType: AllPrincipals, scope: Recipes.Read}
            conditionalAccess:
              namedLocations:
                - {displayName: Office, isTrusted: true, ipRanges: [{cidrAddress: 192.0.2.0/24}]}
              policies:
                - displayName: Block Bob away from the office
                  state: enabled
                  conditions:
                    users: {includeGroups: [Cooks]}
                    applications: {includeApplications: [Kitchen API]}
                    locations: {includeLocations: [All], excludeLocations: [Office]}
                  grantControls: {operator: OR, builtInControls: [block]}
        """

    @Test("What a file makes signs in: users, clients, roles and policies hold")
    func signsIn() async throws {
        let fixture = FilesFixture()
        let plan = try await fixture.apply(Self.whole)
        #expect(plan.isApplied)
        #expect(plan.changes.allSatisfy { $0.action == .create })
        var provider = try await fixture.provider()
        let app = try #require(try await fixture.application("Kitchen App"))
        let scope = "openid api://kitchen/Recipes.Read"
        func signIn(_ user: String, _ password: String) async throws -> HTTPResponse {
            try await fixture.signIn(
                provider, user, password, client: app.appID, tenant: "litware.test", scope: scope)
        }
        #expect(try await signIn("root@litware.test", "Correct-horse-1").status == 200)
        #expect(try await signIn("root@litware.test", "Correct-horse-2").codes == [50126])
        #expect(try await signIn("bob@litware.test", "Correct-horse-2").codes == [53003])
        provider.peer = "192.0.2.7"
        let answer = try await signIn("bob@litware.test", "Correct-horse-2")
        #expect(answer.status == 200)
        #expect(try claims(of: TokenResponse(parsing: answer.body).accessToken)["roles"] == ["Chef"])
        let service = try #require(try await fixture.application("Kitchen Service"))
        let own = try await fixture.token(
            provider, tenant: "litware.test",
            [
                ("grant_type", "client_credentials"), ("client_id", service.appID),
                ("client_secret", "a-long-secret-for-tests"), ("scope", "api://kitchen/.default"),
            ])
        #expect(own.status == 200)
        #expect(try claims(of: TokenResponse(parsing: own.body).accessToken)["roles"] == ["Chef"])
    }

    @Test("The second time there is nothing to change, and no hash is made again")
    func idempotent() async throws {
        let fixture = FilesFixture()
        try await fixture.apply(Self.whole)
        let before = try await fixture.export(withSecrets: true)
        fixture.clock.advance(seconds: 86400)
        let plan = try await fixture.apply(Self.whole)
        #expect(plan.isEmpty, "\(plan.text)")
        #expect(try await fixture.export(withSecrets: true) == before)
        #expect(plan.text == "Nothing to change.\n")
    }

    @Test("The same file gives the same ids everywhere")
    func sameIDs() async throws {
        let (one, other) = (FilesFixture(), FilesFixture())
        try await one.apply(Self.whole)
        try await other.apply(Self.whole)
        let (left, right) = (try await one.export(), try await other.export())
        #expect(
            left.split(separator: "\n").filter { $0.contains("appId: ") }
                == right.split(separator: "\n").filter { $0.contains("appId: ") })
        #expect(try await one.user("bob@litware.test")?.objectID == other.user("bob@litware.test")?.objectID)
    }

    @Test("A dry run plans and changes nothing")
    func dryRun() async throws {
        let fixture = FilesFixture()
        let plan = try await fixture.apply(Self.whole, ApplyOptions(isDryRun: true))
        #expect(!plan.isApplied)
        #expect(plan.changes.count == 13, "\(plan.text)")
        #expect(try await fixture.export() == "tenants: []\n")
        #expect(!plan.text.contains("Correct-horse"))
        #expect(!plan.json.text().contains("a-long-secret"))
    }

    @Test("A change names the members, and an unnamed member stays as it is")
    func change() async throws {
        let fixture = FilesFixture()
        try await fixture.apply(Self.whole)
        let plan = try await fixture.apply(
            """
            users:
              - userPrincipalName: bob@litware.test
                jobTitle: Baker
                passwordProfile: {password: Another-horse-3}
                accountEnabled: false
            groups:
              - displayName: Cooks
                members: []
            """)
        #expect(
            plan.text == """
                ~ litware.test: user bob@litware.test: accountEnabled, jobTitle, passwordProfile.password
                ~ litware.test: group Cooks: members
                Applied: 0 created, 2 changed, 0 removed.

                """)
        let bob = try #require(try await fixture.user("bob@litware.test"))
        #expect(bob.displayName == "bob@litware.test")
        #expect(bob.revocationEpoch == 1)
        #expect(bob.tokensValidFrom == fixture.clock.unixSeconds)
        let none = try await fixture.apply("users: [{userPrincipalName: bob@litware.test, jobTitle: null}]")
        #expect(none.changes.map(\.members) == [["jobTitle"]])
    }

    @Test("Prune removes what is not named, of the kinds that are mentioned; it can be restored")
    func prune() async throws {
        let fixture = FilesFixture()
        try await fixture.apply(Self.whole)
        let bob = try #require(try await fixture.user("bob@litware.test"))
        let file = """
            tenants:
              - domains: [litware.test]
                users: [{userPrincipalName: root@litware.test}]
                appRoleAssignments: []
            """
        #expect(try await fixture.apply(file).isEmpty)
        let plan = try await fixture.apply(file, ApplyOptions(prunes: true))
        #expect(
            plan.changes.map { "\($0.action.rawValue) \($0.kind) \($0.name)" } == [
                "remove app role assignment Chef of Kitchen API", "remove app role assignment Chef of Kitchen API",
                "remove user bob@litware.test", "change group Cooks",
            ])
        #expect(try await fixture.user("bob@litware.test") == nil)
        let deleted = try await fixture.store.transaction { try $0.deletedItem(id: bob.objectID) }
        #expect(deleted?.kind == .user)
        let groups = try await fixture.objects(.group)
        #expect(groups.first { $0["displayName"] == "Cooks" }?["members"] == [])
        #expect(deleted?.groups.count == 1)
        #expect(try await fixture.application("Kitchen App") != nil)
        // A policy names the group.
        let error = try await fixture.error(
            "tenants: [{domains: [litware.test], groups: []}]", ApplyOptions(prunes: true))
        #expect(error.message.contains("names the group"))
    }

    @Test("Users exchange their names, and one who was removed comes back without the old sessions")
    func namesAndReturn() async throws {
        let fixture = FilesFixture()
        func file(_ first: String, _ second: String) -> String {
            """
            tenants:
              - domains: [x.test]
                users:
                  - {id: 99999999-0000-4000-8000-000000000001, userPrincipalName: \(first)@x.test}
                  - {id: 99999999-0000-4000-8000-000000000002, userPrincipalName: \(second)@x.test}
            """
        }
        try await fixture.apply(file("a", "b"))
        #expect(try await fixture.apply(file("b", "a")).changes.count == 2)
        #expect(try await fixture.user("a@x.test")?.objectID == "99999999-0000-4000-8000-000000000002")
        try await fixture.apply("tenants: [{domains: [x.test], users: []}]", ApplyOptions(prunes: true))
        #expect(try await fixture.user("a@x.test") == nil)
        try await fixture.apply(file("b", "a"))
        let back = try #require(try await fixture.user("a@x.test"))
        #expect(back.revocationEpoch == 1)
        #expect(try await fixture.store.transaction { try $0.deletedItem(id: back.objectID) } == nil)
    }

    @Test("A fault in the last object changes nothing, and names line and member")
    func atomic() async throws {
        let fixture = try await FilesFixture.seeded()
        let error = try await fixture.error(
            Self.whole + "\n      \n" + """
                        - displayName: Broken
                          state: enabled
                          conditions:
                            users: {includeUsers: [All]}
                            applications: {includeApplications: [All]}
                          grantControls: {operator: OR, builtInControls: [mfa, nonsense]}
                """)
        let lines = Self.whole.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(error.place?.line == lines + 7)
        #expect(error.member == "grantControls.builtInControls")
        #expect(try await fixture.user("root@litware.test") == nil)
    }

    @Test(
        "An error names the line and the member",
        arguments: [
            ("users:\n- userPrincipalName: a@contoso.test\n  jobTitel: x\n", 3, "jobTitel"),
            ("users:\n- userPrincipalName: absent\n", 2, "userPrincipalName"),
            ("users:\n- displayName: x\n", 2, "userPrincipalName"),
            (
                "users:\n- userPrincipalName: a@contoso.test\n  passwordProfile:\n    password: short\n", 4,
                "passwordProfile.password"
            ),
            (
                "users:\n- userPrincipalName: a@contoso.test\n  passwordProfile:\n    password: only-two-kinds\n", 4,
                "passwordProfile.password"
            ),
            ("users:\n- userPrincipalName: a@contoso.test\n  passwordHash: x\n", 3, "passwordHash"),
            ("users:\n- userPrincipalName: a@contoso.test\n  accountEnabled: maybe\n", 3, "accountEnabled"),
            ("users:\n- userPrincipalName: a@contoso.test\n  id: 7\n", 3, "id"),
            ("groups:\n- displayName: G\n  members:\n  - ada@contoso.test\n  - absent@contoso.test\n", 5, "members"),
            ("applications:\n- displayName: A\n  signInAudience: Everyone\n", 3, "signInAudience"),
            ("applications:\n- displayName: A\n  web:\n    redirectUris: [\"no uri\"]\n", 2, nil),
            (
                "applications:\n- displayName: A\n  api:\n    oauth2PermissionScopes:\n    - {id: x}\n", 5,
                "api.oauth2PermissionScopes[0].value"
            ),
            (
                "applications:\n- displayName: A\n  requiredResourceAccess:\n  - resourceAppId: Nothing\n    resourceAccess: []\n",
                4, "requiredResourceAccess[0]"
            ),
            ("applications:\n- displayName: A\n  passwordCredentials:\n  - secretText: short\n", 4, "secretText"),
            (
                "appRoleAssignments:\n- principalId: ada@contoso.test\n  resourceId: Contoso Files\n  appRoleId: No.Role\n",
                4, "appRoleId"
            ),
            ("conditionalAccess:\n  policies:\n  - displayName: P\n    state: on\n", 4, "state"),
            (
                "conditionalAccess:\n  namedLocations:\n  - displayName: L\n    ipRanges: [{cidrAddress: x}]\n", 4,
                "ipRanges.cidrAddress"
            ),
            ("tenants:\n- domains: [x.test]\n  usrs: []\n", 3, "usrs"),
            ("tenants:\n- displayName: New\n", 2, "domains"),
            ("tenants:\n- domains: [x.test]\n  branding: {accentColor: \"#fff\"}\n", 3, "branding.accentColor"),
            ("tenants:\n- domains: [contoso.test]\n  administrators: [absent]\n", 3, "administrators"),
            ("tenants:\n- domains: [x.test]\n  kind: odd\n", 3, "kind"),
            ("nonsense: 1\n", 1, nil),
        ])
    func places(text: String, line: Int, member: String?) async throws {
        let fixture = try await FilesFixture.seeded()
        let error = try await fixture.error(text)
        #expect(error.place?.line == line, "\(error)")
        #expect(error.member == member, "\(error)")
    }

    @Test("One object at two places is an error that names both")
    func duplicates() async throws {
        let fixture = try await FilesFixture.seeded()
        let error = try await fixture.error(
            "users:\n- userPrincipalName: ADA@contoso.test\n- id: 22222222-0000-4000-8000-000000000001\n  userPrincipalName: ada@contoso.test\n"
        )
        #expect(error.description.contains("a.yaml:3:3"))
        #expect(error.description.contains("a.yaml:2:3"))
        let clash = try await fixture.error(
            "users:\n- id: 99999999-0000-4000-8000-000000000001\n  userPrincipalName: ada@contoso.test\n")
        #expect(clash.message.contains("Two users"))
        let uri = try await fixture.error(
            "applications:\n- {appId: 99999999-0000-4000-8000-000000000002, displayName: X, identifierUris: [\"api://files\"]}\n"
        )
        #expect(uri.message.contains("identifier URI"))
    }

    @Test("Files of a folder are one directory, in the order of their names")
    func severalFiles() async throws {
        let fixture = FilesFixture()
        func file(_ name: String, _ text: String) -> SourceFile { SourceFile(name: name, bytes: Array(text.utf8)) }
        let plan = try await fixture.apply([
            file("b.yaml", "tenants: [{domains: [x.test], users: [{userPrincipalName: a@x.test}]}]"),
            file("a.json", #"{"tenants": [{"domains": ["x.test"], "displayName": "X"}]}"#),
            file("c.yaml", "tenants: [{domains: [x.test], groups: [{displayName: G, members: [a@x.test]}]}]"),
        ])
        #expect(plan.changes.map(\.kind) == ["tenant", "user", "group"])
        let error = try await #require(throws: FileError.self) {
            try await fixture.apply([
                file("a.yaml", "tenants: [{domains: [x.test], displayName: X}]"),
                file("b.yaml", "tenants: [{domains: [x.test], displayName: Y}]"),
            ])
        }
        #expect(error.description.contains("a.yaml:1:31"))
    }

    @Test("A secret, a password and a hash are in no error and no plan")
    func secrets() async throws {
        let fixture = FilesFixture()
        let secret = "Very-secret-text-123"
        for text in [
            "tenants: [{domains: [x.test], users: [{userPrincipalName: a@x.test, passwordProfile: {password: \(secret), bad: 1}}]}]",
            "tenants: [{domains: [x.test], users: [{userPrincipalName: a@x.test, passwordHash: \(secret)}]}]",
            "tenants: [{domains: [x.test], applications: [{displayName: A, passwordCredentials: [{secretText: \(secret), bad: 1}]}]}]",
            "tenants: [{domains: [x.test], users: [{userPrincipalName: a@x.test, factors: {authenticatorKey: \(secret)}}]}]",
            "a: \(secret)\na: \(secret)\n", "a: \"\(secret)",
        ] {
            let error = try await fixture.error(text)
            #expect(!"\(error)".contains(secret))
        }
    }
}
