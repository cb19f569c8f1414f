import KeyfobCore
import KeyfobIdPModel
import KeyfobYAML
import Testing

@testable import KeyfobIdPFiles

/// What named a removed object no longer does, and the plan shows it.
@Suite("Pruning by files")
struct PruneTests {
    private static let base = """
        tenants:
          - domains: [litware.test]
            administrators: [root@litware.test]
        """
    private static let whole =
        base + """

                users: [{userPrincipalName: root@litware.test}, {userPrincipalName: bob@litware.test}]
                directoryRoles:
                  - {roleTemplateId: fdd7a751-b60b-444a-984c-02652fe8fa1c, members: [bob@litware.test]}
                applications:
                  - {displayName: Kitchen, owners: [bob@litware.test, root@litware.test]}
                  - {displayName: Pantry}
                servicePrincipals:
                  - {displayName: Kitchen, owners: [bob@litware.test], appRoleAssignmentRequired: true}
                groups:
                  - {displayName: Inner, members: [bob@litware.test, Pantry]}
                  - {displayName: Outer, members: [Inner, root@litware.test], owners: [bob@litware.test]}
            """

    private func plan(_ kinds: String) async throws -> (FilesFixture, [String]) {
        let fixture = FilesFixture()
        try await fixture.apply(Self.whole)
        let file = Self.base + "\n    " + kinds
        let planned = try await fixture.apply(file, ApplyOptions(isDryRun: true, prunes: true))
        let applied = try await fixture.apply(file, ApplyOptions(prunes: true))
        #expect(planned.changes == applied.changes)
        #expect(try await fixture.apply(file, ApplyOptions(prunes: true)).isEmpty)
        let lines = applied.changes.map {
            "\($0.action.rawValue) \($0.kind) \($0.name): \($0.members.joined(separator: ","))"
        }
        return (fixture, lines)
    }

    @Test("A removed group is named by no outer group, and remembers those in which it was")
    func group() async throws {
        let (fixture, lines) = try await plan("groups: [{displayName: Outer}]")
        #expect(lines == ["remove group Inner: ", "change group Outer: members"])
        let outer = try #require(try await fixture.objects(.group).first)
        let root = try #require(try await fixture.user("root@litware.test"))
        #expect(outer["members"] == [.string(root.objectID)])
        let deleted = try await fixture.store.transaction { transaction in
            let tenant = try #require(try transaction.tenants().first)
            return try transaction.deletedItems(tenantID: tenant.id)
        }
        #expect(deleted.map(\.kind) == [.group])
        #expect(deleted.first?.groups == [try #require(outer["id"]?.stringValue)])
    }

    @Test("A removed user is in no group, no role and no list of owners")
    func user() async throws {
        let (fixture, lines) = try await plan("users: [{userPrincipalName: root@litware.test}]")
        #expect(
            lines == [
                "remove user bob@litware.test: ", "change group Inner: members", "change group Outer: owners",
                "change service principal Kitchen: owners", "change application Kitchen: owners",
                "change directory role fdd7a751-b60b-444a-984c-02652fe8fa1c: members",
            ])
        #expect(try await !fixture.export(withSecrets: true).contains("bob"))
        let root = try #require(try await fixture.user("root@litware.test"))
        #expect(try await fixture.application("Kitchen")?.owners == [root.objectID])
    }

    @Test("A removed application is in no group, and remembers those in which it was")
    func application() async throws {
        let (fixture, lines) = try await plan("applications: [{displayName: Kitchen}]")
        #expect(lines == ["remove application Pantry: ", "change group Inner: members"])
        let deleted = try await fixture.store.transaction { transaction in
            let tenant = try #require(try transaction.tenants().first)
            return try transaction.deletedItems(tenantID: tenant.id)
        }
        #expect(deleted.map(\.kind) == [.application] && deleted.first?.groups.count == 1)
    }

    @Test("The last Global Administrator is not removed")
    func administrator() async throws {
        let fixture = FilesFixture()
        try await fixture.apply(Self.whole)
        let error = try await fixture.error(
            "tenants:\n- domains: [litware.test]\n  users: [{userPrincipalName: bob@litware.test}]\n",
            ApplyOptions(prunes: true))
        #expect(error.member == "administrators" && error.message.contains("no Global Administrator"))
        #expect(
            try await fixture.error("tenants:\n- domains: [litware.test]\n  administrators: []\n").place?.line == 3)
    }
}
