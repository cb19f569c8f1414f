import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import KeyfobYAML
import Testing

@testable import KeyfobIdPFiles

/// Files of a tenant's own administrator, who may read and change that tenant only.
@Suite("Files of one tenant")
struct OnlyTenantTests {
    private static let options = ApplyOptions(onlyTenant: SeedData.tenantID)
    private static let secretApp = "99999999-0000-4000-8000-0000000000aa"
    private static let deletedID = "99999999-0000-4000-8000-0000000000bb"
    private static let graph = "00000003-0000-0000-c000-000000000000"

    /// The seed data, and in Fabrikam an application for its own users, and a deleted user.
    private func fixture() async throws -> FilesFixture {
        let fixture = try await FilesFixture.seeded()
        try await fixture.apply(
            """
            tenants:
              - domains: [fabrikam.test]
                applications:
                  - {appId: \(Self.secretApp), displayName: Fabrikam Plans, signInAudience: AzureADMyOrg}
                  - {displayName: Fabrikam Shared, signInAudience: AzureADMultipleOrgs, identifierUris: ["api://shared"]}
                users: [{id: \(Self.deletedID), userPrincipalName: gone@fabrikam.test}]
            """)
        let users = try await fixture.store.transaction { try $0.users() }
            .filter { $0.tenantID == SeedData.fabrikamID && $0.objectID != Self.deletedID && $0.homeUserID == nil }
        let kept = users.map { "{userPrincipalName: \($0.userPrincipalName)}" }.joined(separator: ", ")
        let guests = "{userPrincipalName: \"ada_contoso.test#EXT#@fabrikam.test\"}"
        try await fixture.apply(
            "tenants: [{domains: [fabrikam.test], users: [\(kept), \(guests)]}]", ApplyOptions(prunes: true))
        #expect(try await fixture.store.transaction { try $0.deletedItem(id: Self.deletedID) } != nil)
        return fixture
    }

    @Test(
        "What would change another tenant, the provider's settings or the platform's registrations is refused",
        arguments: [
            ("tenants: [{domains: [fabrikam.test], displayName: X}]", "domains"),
            ("tenants: [{domains: [new.test], displayName: X}]", "domains"),
            ("tenants: [{id: \(SeedData.fabrikamID)}]", "id"), ("tenants: [{displayName: Fabrikam}]", "displayName"),
            ("tenants: [{domains: [contoso.test]}, {domains: [fabrikam.test], users: []}]", "domains"),
            ("tenants: [{domains: [contoso.test, other.test]}]", "domains"),
            ("tenants: [{domains: [contoso.test, fabrikam.test]}]", "domains"),
            ("tenants: [{domains: [contoso.test], hosts: [sts.test]}]", "hosts"),
            ("tenants: [{domains: [contoso.test], cloud: sovereign}]", "cloud"),
            ("tenants: [{domains: [contoso.test], subjectSalt: x}]", "subjectSalt"),
            ("tenants: [{domains: [contoso.test], kind: b2c}]", "kind"),
            ("applications: [{appId: \(graph), displayName: X}]", nil),
            ("applications: [{appId: \(SeedData.officeClientID), displayName: X}]", nil),
            ("applications: [{displayName: X, isFirstParty: true}]", nil),
            ("applications: [{displayName: X, foci: \"1\"}]", nil),
            (
                "applications: [{displayName: X, verifiedPublisher: {displayName: Microsoft Corporation}}]",
                "verifiedPublisher"
            ),
            ("applications: [{displayName: X, publisherDomain: microsoft.com}]", "publisherDomain"),
            ("applications: [{displayName: X, isApproved: true}]", "isApproved"),
            ("applications: [{displayName: X, certification: {isPublisherAttested: true}}]", "certification"),
            (
                "applications: [{displayName: X, disabledByMicrosoftStatus: NotDisabled}]",
                "disabledByMicrosoftStatus"
            ),
            ("users: [{userPrincipalName: x@contoso.test, isDemonstration: true}]", "isDemonstration"),
            ("applications: [{displayName: X, info: {anything: x}}]", "info.anything"),
            ("applications: [{displayName: X, notes: \"\(String(repeating: "x", count: 1025))\"}]", "notes"),
            ("applications: [{displayName: X, tags: [\"\(String(repeating: "x", count: 257))\"]}]", "tags"),
            (
                "users: [{userPrincipalName: x@contoso.test, surname: \"\(String(repeating: "x", count: 65))\"}]",
                "surname"
            ),
            ("groups: [{displayName: G, description: \"\(String(repeating: "x", count: 1025))\"}]", "description"),
            ("applications: [{appId: \(secretApp), displayName: X}]", "appId"),
            ("applications: [{id: \(deletedID), displayName: X}]", "id"),
            ("users: [{userPrincipalName: x@fabrikam.test}]", "userPrincipalName"),
            ("users: [{userPrincipalName: alan@fabrikam.test, jobTitle: X}]", "userPrincipalName"),
            (
                "users: [{id: 22222222-0000-4000-8000-000000000005, userPrincipalName: x@contoso.test}]",
                "userPrincipalName"
            ),
            ("users: [{id: \(deletedID), userPrincipalName: x@contoso.test}]", "id"),
            ("users: [{id: \(SeedData.fabrikamID), userPrincipalName: x@contoso.test}]", "id"),
            ("users: [{userPrincipalName: x@contoso.test, homeUserId: alan@fabrikam.test}]", "homeUserId"),
            ("users: [{userPrincipalName: x@contoso.test, homeUserId: nobody@fabrikam.test}]", "homeUserId"),
            ("groups: [{displayName: G, members: [alan@fabrikam.test]}]", "members"),
            ("groups: [{id: \(secretApp), displayName: G}]", "id"),
            ("administrators: [alan@fabrikam.test]", "administrators"), ("administrators: []", "administrators"),
            (
                "oauth2PermissionGrants: [{clientId: Contoso Suite, resourceId: Fabrikam Plans, scope: x}]", nil
            ),
            ("servicePrincipals: [{appId: \(secretApp)}]", "appId"),
        ] as [(String, String?)])
    func refused(text: String, member: String?) async throws {
        let fixture = try await fixture()
        let error = try await fixture.error(text, Self.options)
        #expect(error.member == member, "\(error)")
        #expect(error.place?.line == 1, "\(error)")
    }

    @Test("A file keeps who made a registration, and what the provider says of its publisher")
    func creator() async throws {
        let fixture = try await fixture()
        try await fixture.apply(
            "applications: [{displayName: Kept, verifiedPublisher: {displayName: Contoso Ltd}, isApproved: true}]")
        try await fixture.store.transaction { transaction in
            var kept = try #require(try transaction.applications().first { $0.displayName == "Kept" })
            kept.creatorID = SeedData.adaID
            try transaction.put(kept)
        }
        for (text, options) in [("first", Self.options), ("second", ApplyOptions())] {
            let plan = try await fixture.apply("applications: [{displayName: Kept, notes: \(text)}]", options)
            #expect(plan.changes.count == 1)
            let kept = try #require(try await fixture.application("Kept"))
            #expect(kept.creatorID == SeedData.adaID && kept.verifiedPublisher == "Contoso Ltd")
            #expect(kept.isApproved == true)
        }
    }

    @Test("A guest gets no name in another tenant's domain")
    func guestName() async throws {
        let fixture = try await fixture()
        let users = "{id: \(SeedData.adaAtFabrikamID), userPrincipalName: ceo@contoso.test}"
        let text = "tenants: [{domains: [fabrikam.test], users: [\(users)]}]"
        let options = ApplyOptions(onlyTenant: SeedData.fabrikamID)
        #expect(try await fixture.error(text, options).member == "userPrincipalName")
        #expect(try await fixture.user("ceo@contoso.test") == nil)
    }

    @Test("The error about another tenant does not say whether it exists")
    func silent() async throws {
        let fixture = try await fixture()
        func message(_ domain: String) async throws -> String {
            try await fixture.error("tenants: [{domains: [\(domain)], displayName: X}]", Self.options).message
        }
        #expect(try await message("fabrikam.test") == message("nowhere.test"))
        func grant(_ name: String) async throws -> String {
            try await fixture.error(
                "oauth2PermissionGrants: [{clientId: Contoso Suite, resourceId: \(name), scope: x}]", Self.options
            ).message.replacing(name, with: "")
        }
        #expect(try await grant("Fabrikam Plans") == grant("Fabrikam Planz"))
    }

    @Test("The own tenant is changed as by other files, and may name what other tenants offer to it")
    func own() async throws {
        let fixture = try await fixture()
        let plan = try await fixture.apply(
            """
            tenants:
              - domains: [contoso.test]
                allowsUserConsent: false
                users: [{userPrincipalName: eve@contoso.test}]
                groups: [{displayName: G, members: [eve@contoso.test, ada@contoso.test]}]
                servicePrincipals: [{displayName: Fabrikam Shared}]
                oauth2PermissionGrants:
                  - {clientId: Contoso Suite, resourceId: Microsoft Graph, consentType: AllPrincipals, scope: User.Read}
            """, Self.options)
        #expect(
            plan.changes.map(\.kind) == ["tenant", "user", "group", "service principal", "permission grant"],
            "\(plan.text)")
        #expect(plan.changes.allSatisfy { $0.tenant == "contoso.test" })
    }

    @Test("The own export is taken, with and without secrets, and has nothing of others or of the platform")
    func export() async throws {
        let fixture = try await fixture()
        try await fixture.store.transaction { transaction in
            var graph = try #require(try transaction.applications().first { $0.appID == Self.graph })
            graph.displayName = "Changed by the provider"
            try transaction.put(graph)
        }
        for secrets in [false, true] {
            let text = try await DirectoryFiles.export(
                fixture.store, tenant: SeedData.tenantID, withSecrets: secrets, platform: SeedData.platform,
                isForTenant: true)
            #expect(!text.contains("abrikam.test") && !text.contains("Changed by the provider"))
            #expect(!text.contains("Microsoft Office"))
            let plan = try await fixture.apply(
                text, ApplyOptions(prunes: true, onlyTenant: SeedData.tenantID))
            #expect(plan.isEmpty, "\(plan.text)")
        }
    }

    @Test("A pruned application stays in the groups of other tenants, whose memberships are theirs")
    func prunedApplication() async throws {
        let fixture = try await fixture()
        try await fixture.apply(
            """
            tenants:
              - domains: [contoso.test]
                applications: [{displayName: Travels, signInAudience: AzureADMultipleOrgs}]
              - domains: [fabrikam.test]
                groups: [{displayName: Services, members: [Travels]}]
            """)
        let before = try await fixture.export("fabrikam.test")
        let plan = try await fixture.apply(
            "applications: [{displayName: Contoso Suite}]", ApplyOptions(prunes: true, onlyTenant: SeedData.tenantID))
        #expect(plan.changes.contains { $0.action == .remove && $0.name == "Travels" })
        #expect(!plan.changes.contains { $0.name.contains("Fabrikam Plans") || $0.name.contains("Microsoft") })
        #expect(try await fixture.export("fabrikam.test") == before)
    }

    @Test("More passwords in clear text than a request may cost are refused")
    func passwords() async throws {
        let fixture = FilesFixture()
        try await fixture.apply("tenants: [{domains: [x.test], id: \(SeedData.tenantID)}]")
        func file(_ count: Int) -> String {
            "users:\n"
                + (0..<count).map {
                    "- {userPrincipalName: u\($0)@x.test, passwordProfile: {password: Correct-horse-1}}"
                }
                .joined(separator: "\n")
        }
        let error = try await fixture.error(file(101), Self.options)
        #expect(error.place?.line == 102 && error.member == "passwordProfile.password")
        #expect(try await fixture.apply(file(100), Self.options).changes.count == 100)
    }

    @Test("A hash that would cost more than the provider's own is refused, and so is a user whose role has ended")
    func costlyHash() async throws {
        let fixture = try await fixture()
        func file(_ cost: String) -> String {
            "users: [{userPrincipalName: ada@contoso.test, passwordHash: '$scrypt$\(cost)$AAAAAAAAAAAAAAAAAAAAAA$"
                + String(repeating: "A", count: 43) + "'}]"
        }
        #expect(try await fixture.error(file("ln=16,r=8,p=1"), Self.options).member == "passwordHash")
        #expect(try await fixture.error(file("ln=15,r=8,p=16"), Self.options).member == "passwordHash")
        var options = Self.options
        options.administrator = SeedData.adaID
        #expect(try await fixture.error(file("ln=15,r=8,p=1"), options).message.contains("no longer"))
        options.administrator = SeedData.graceID
        #expect(try await fixture.apply(file("ln=15,r=8,p=1"), options).isApplied)
    }

    @Test("A plan that was seen is applied only as long as it is the plan")
    func seenPlan() async throws {
        let fixture = try await fixture()
        let file = "groups: [{displayName: G, description: X}]"
        var options = Self.options
        options.isDryRun = true
        let seen = try await fixture.apply(file, options).fingerprint
        #expect(try await fixture.apply(file, options).fingerprint == seen)
        try await fixture.apply("groups: [{displayName: G}]")
        options = Self.options
        options.seenPlan = seen
        let change = try await #require(throws: PlanHasChanged.self) { try await fixture.apply(file, options) }
        #expect(change.plan.changes.map(\.action) == [.change])
        options.seenPlan = change.plan.fingerprint
        #expect(try await fixture.apply(file, options).isApplied)
    }
}
