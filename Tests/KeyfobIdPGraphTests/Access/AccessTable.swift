import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Who may do what at Microsoft Graph, as a provider responds: every operation on objects of every type, by every kind of
/// caller.
struct AccessTable {
    /// The operations that each caller may do, by the caller's name.
    private(set) var rows: [(caller: String, allowed: Set<AccessScene.Operation>)] = []
    var cells: Int { rows.count * AccessScene.operations.count }

    /// Asks a provider.
    static func measured() async throws -> AccessTable {
        let scene = try await AccessScene()
        let fixture = scene.fixture
        var table = AccessTable()
        try await table.addDelegated(scene)
        try await table.addRoles(scene)
        try await table.addApplications(scene)
        try await table.add("member", scene, try await fixture.token(of: "ada@contoso.test"))
        try await table.addOwner(scene)
        try await table.add("guest", scene, try await guest(fixture))
        try await table.add(otherTenant, scene, try await fixture.token(of: "alan@fabrikam.test"))
        return table
    }

    static let otherTenant = "Global Administrator of another tenant"

    private mutating func add(_ caller: String, _ scene: AccessScene, _ token: String) async throws {
        var allowed: Set<AccessScene.Operation> = []
        for operation in AccessScene.operations where try await scene.isAllowed(operation, token) {
            allowed.insert(operation)
        }
        rows.append((caller, allowed))
    }

    /// Each permission alone, on behalf of a Global Administrator.
    private mutating func addDelegated(_ scene: AccessScene) async throws {
        let api = try await scene.fixture.graph(
            .get, "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')")
        let known = Set((api["oauth2PermissionScopes"]?.arrayValue ?? []).compactMap { $0["value"]?.stringValue })
        for permission in GraphPermissions.names where known.contains(permission) {
            let token = try await scene.fixture.token(permission, of: "grace@contoso.test")
            try await add("delegated \(permission)", scene, token)
        }
    }

    /// Each role alone, through a client that limits nothing.
    private mutating func addRoles(_ scene: AccessScene) async throws {
        let fixture = scene.fixture
        let helper = try await fixture.createUser("helper@contoso.test")
        let token = try await fixture.token(of: "helper@contoso.test", password: GraphFixture.password)
        for role in DirectoryRole.all {
            let assigned = try await fixture.graph(
                .post, "/roleManagement/directory/roleAssignments",
                [
                    "principalId": .string(helper), "roleDefinitionId": .string(role.templateID),
                    "directoryScopeId": "/",
                ])
            try await add("role \(role.displayName)", scene, token)
            let id = try #require(assigned["id"]?.stringValue)
            #expect(
                try await fixture.graph(.delete, "/roleManagement/directory/roleAssignments/\(id)").status == 204)
        }
    }

    /// Each permission alone, of an application.
    private mutating func addApplications(_ scene: AccessScene) async throws {
        let fixture = scene.fixture
        let client = try await fixture.createClient("Caller")
        let api = try await fixture.graphRoles()
        for permission in GraphPermissions.names where api.roles[permission] != nil {
            try await fixture.grant(permission, to: client.principalID)
            let response = try await fixture.signIn(client: client.appID, secret: client.secret)
            try await add(
                "application \(permission)", scene, try #require(response["access_token"]?.stringValue))
            let assignments = "/servicePrincipals/\(client.principalID)/appRoleAssignments"
            let id = try #require(try await fixture.graph(.get, assignments).value.first?["id"]?.stringValue)
            #expect(try await fixture.graph(.delete, "\(assignments)/\(id)").status == 204)
        }
    }

    /// A member who owns the application, its object, the group and the device.
    private mutating func addOwner(_ scene: AccessScene) async throws {
        let fixture = scene.fixture
        let owner = try await fixture.createUser("owner@contoso.test")
        try await scene.setOwner(owner)
        try await add(
            "owner", scene, try await fixture.token(of: "owner@contoso.test", password: GraphFixture.password))
    }

    private static func guest(_ fixture: GraphFixture) async throws -> String {
        let invited = try await fixture.graph(
            .post, "/invitations",
            ["invitedUserEmailAddress": "alan@fabrikam.test", "inviteRedirectUrl": "https://contoso.test/"])
        #expect(invited.status == 201)
        let response = try await fixture.signIn(
            "alan@fabrikam.test", password: SeedData.password, tenant: "contoso.test")
        return try #require(response["access_token"]?.stringValue, "\(response.text())")
    }

    /// One line for each caller: its name, and for each operation an x or nothing.
    var text: String {
        let header = (["caller"] + AccessScene.operations.map(\.title)).joined(separator: "\t")
        let lines = rows.map { row in
            ([row.caller] + AccessScene.operations.map { row.allowed.contains($0) ? "x" : "" }).joined(separator: "\t")
        }
        return ([header] + lines).joined(separator: "\n") + "\n"
    }

    /// The table of docs/graph.md: the permissions and roles that allow each operation.
    var page: String {
        var out = "| objects | operation | permissions | directory roles |\n|---|---|---|---|\n"
        var last: (type: String, names: [String], permissions: String, roles: String)?
        func line(_ row: (type: String, names: [String], permissions: String, roles: String)) -> String {
            "| \(row.type) | \(row.names.joined(separator: ", ")) | \(row.permissions) | \(row.roles) |\n"
        }
        for operation in AccessScene.operations.sorted(by: { $0.type < $1.type }) {
            let (permissions, roles) = (permissions(operation), roles(operation))
            if let known = last, known.type == operation.type, known.permissions == permissions, known.roles == roles {
                last?.names.append(operation.name)
                continue
            }
            out += last.map(line) ?? ""
            last = (operation.type, [operation.name], permissions, roles)
        }
        return out + (last.map(line) ?? "")
    }

    private func permissions(_ operation: AccessScene.Operation) -> String {
        let delegated = names("delegated ", operation)
        let application = names("application ", operation)
        let all = (delegated + application.filter { !delegated.contains($0) }).sorted()
        let marked = all.map { name in
            let hasBoth =
                rows.contains { $0.caller == "application \(name)" }
                && rows.contains { $0.caller == "delegated \(name)" }
            if !hasBoth || delegated.contains(name) == application.contains(name) { return "`\(name)`" }
            return "`\(name)` (\(delegated.contains(name) ? "delegated" : "application"))"
        }
        return marked.joined(separator: ", ")
    }

    private func roles(_ operation: AccessScene.Operation) -> String {
        if rows.contains(where: { $0.caller == "guest" && $0.allowed.contains(operation) }) { return "every user" }
        if rows.contains(where: { $0.caller == "member" && $0.allowed.contains(operation) }) { return "every member" }
        let roles = names("role ", operation)
        let isOwned = rows.contains { $0.caller == "owner" && $0.allowed.contains(operation) }
        return (roles + (isOwned ? ["the owner"] : [])).joined(separator: ", ")
    }

    private func names(_ prefix: String, _ operation: AccessScene.Operation) -> [String] {
        rows.filter { $0.caller.hasPrefix(prefix) && $0.allowed.contains(operation) }
            .map { String($0.caller.dropFirst(prefix.count)) }
    }
}
