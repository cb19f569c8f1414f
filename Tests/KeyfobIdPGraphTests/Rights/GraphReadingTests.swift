import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

/// What a caller may read is decided by the type of each object, whichever way leads to it.
@Suite("What a permission lets a client read at Microsoft Graph")
struct GraphReadingTests {
    private static let basic: Set<String> = [
        "id", "displayName", "givenName", "surname", "mail", "userPrincipalName",
    ]

    private static func names(_ object: JSONValue?) -> Set<String> {
        Set((object?.objectValue ?? [:]).map(\.key))
    }

    /// A group with Ada in it, an application and a device of hers, and a client with one permission.
    private struct Scene {
        let fixture: GraphFixture
        let graph: JudgedGraph
        let group: String
        let application: (objectID: String, principalID: String)

        init(_ permission: String, user: String = "grace@contoso.test") async throws {
            fixture = try await GraphFixture()
            group = try await fixture.createGroup("Engineers")
            let made = try await fixture.createClient("Engine")
            application = (made.objectID, made.principalID)
            let ada: JSONValue = [
                "@odata.id": .string("\(fixture.provider.base.origin)/v1.0/users/\(SeedData.adaID)")
            ]
            for path in [
                "/groups/\(group)/members", "/groups/\(group)/owners", "/applications/\(made.objectID)/owners",
            ] {
                #expect(try await fixture.graph(.post, "\(path)/$ref", ada).status == 204)
            }
            try await fixture.graph(
                .patch, "/users/\(SeedData.adaID)", ["department": "Mathematics", "jobTitle": "Countess"])
            graph = fixture.graph(token: try await fixture.token(permission, of: user))
        }
    }

    @Test(
        "User.ReadBasic.All reads the names of users, and no object of another type",
        arguments: [
            "/groups", "/groups/GROUP", "/groups/GROUP/members", "/applications", "/applications/APPLICATION",
            "/servicePrincipals", "/servicePrincipals/PRINCIPAL", "/devices", "/directoryObjects/GROUP",
            "/directoryObjects/APPLICATION", "/directoryObjects/PRINCIPAL", "/oauth2PermissionGrants",
            "/users/USER/oauth2PermissionGrants", "/users/USER/appRoleAssignments", "/users/USER/memberOf",
            "/users/USER/authentication/methods", "/organization", "/directoryRoles", "/auditLogs/signIns",
            "/me/oauth2PermissionGrants", "/me/authentication/methods", "/users?$expand=memberOf",
            "/users/USER?$expand=appRoleAssignments", "/directory/deletedItems/microsoft.graph.group",
        ])
    func refused(path: String) async throws {
        let scene = try await Scene("User.ReadBasic.All")
        let address = path.replacing("GROUP", with: scene.group).replacing("USER", with: SeedData.adaID)
            .replacing("APPLICATION", with: scene.application.objectID)
            .replacing("PRINCIPAL", with: scene.application.principalID)
        let refused = try await scene.graph(.get, address)
        #expect(refused.status == 403, "\(refused.body.text())")
    }

    @Test("User.ReadBasic.All reads six properties of users, by every way to them")
    func basicProperties() async throws {
        let scene = try await Scene("User.ReadBasic.All")
        let all = "$select=id,displayName,givenName,surname,mail,userPrincipalName,department,jobTitle,accountEnabled"
        for path in [
            "/users/\(SeedData.adaID)?\(all)", "/users/\(SeedData.adaID)", "/users/ada@contoso.test?\(all)",
            "/directoryObjects/\(SeedData.adaID)?\(all)",
        ] {
            let ada = try await scene.graph(.get, path)
            #expect(ada["displayName"] == "Ada Lovelace" && ada["mail"] == "ada@contoso.test", "\(path)")
            let known = (ada.body.objectValue ?? [:]).filter { $0.value != .null && $0.value != [] }
            #expect(known.keys.filter { !$0.contains("@") }.allSatisfy(Self.basic.contains), "\(path): \(known)")
        }
        let listed = try await scene.graph(.get, "/users?\(all)")
        #expect(listed.value.count == 2)
        #expect(
            listed.value.allSatisfy { ($0["department"] ?? .null) == .null && ($0["accountEnabled"] ?? .null) == .null }
        )
    }

    @Test(
        "A filter, an order and a search look at nothing that the caller may not read",
        arguments: [
            "$filter=department eq 'Mathematics'", "$filter=startswith(jobTitle,'C')", "$filter=accountEnabled eq true",
            "$search=\"mailNickname:ada\"",
        ])
    func oracle(query: String) async throws {
        let scene = try await Scene("User.ReadBasic.All")
        let found = try await scene.graph(.get, "/users?$count=true&\(query)", consistency: true)
        #expect(found.status == 200 && found.value.isEmpty, "\(found.body.text())")
        #expect(found["@odata.count"]?.integerValue == 0)
        let whole = try await scene.fixture.graph(.get, "/users?$count=true&\(query)", consistency: true)
        #expect(whole.value.isEmpty == false)
        let sorted = try await scene.graph(
            .get, "/users?$count=true&$orderby=department desc,displayName", consistency: true)
        #expect(sorted.value.first?["displayName"] == "Ada Lovelace")
    }

    @Test("Objects of several types that the caller may not read have only their type and id")
    func references() async throws {
        let scene = try await Scene("User.ReadBasic.All")
        let owned = try await scene.graph(.get, "/users/\(SeedData.adaID)/ownedObjects")
        #expect(owned.value.count == 2, "\(owned.body.text())")
        #expect(owned.value.allSatisfy { Self.names($0) == ["@odata.type", "id"] })
        let mixed = try await scene.graph(
            .post, "/directoryObjects/getByIds",
            ["ids": .strings([SeedData.adaID, scene.group, scene.application.principalID])])
        #expect(mixed.value.count == 3)
        for object in mixed.value {
            let isUser = object["@odata.type"] == "#microsoft.graph.user"
            #expect((object["displayName"] != nil) == isUser, "\(object.text())")
        }
    }

    @Test("Group.Read.All lists members without their names, and Group.Read.All with User.Read.All with them")
    func members() async throws {
        let scene = try await Scene("Group.Read.All")
        let member = try await scene.graph(.get, "/groups/\(scene.group)/members").value.first
        #expect(Self.names(member) == ["@odata.type", "id"])
        #expect(try await scene.graph(.get, "/groups/\(scene.group)/members/\(SeedData.adaID)").status == 403)
        let expanded = try await scene.graph(.get, "/groups/\(scene.group)?$expand=members($select=id,displayName)")
        #expect(expanded["members"]?.arrayValue?.first?["displayName"] == nil)
        #expect(expanded["members"]?.arrayValue?.first?["id"]?.stringValue == SeedData.adaID)
        let cast = try await scene.graph(.get, "/groups/\(scene.group)/members/microsoft.graph.user")
        #expect(cast.value.first?["displayName"] == nil && cast.value.count == 1)
    }

    @Test("The own user is read with User.Read alone, and its groups and devices without their names")
    func me() async throws {
        let scene = try await Scene("User.Read", user: "ada@contoso.test")
        #expect(try await scene.graph(.get, "/me")["displayName"] == "Ada Lovelace")
        let groups = try await scene.graph(.get, "/me/memberOf")
        #expect(groups.value.count == 1 && groups.value.first?["displayName"] == nil)
        #expect(try await scene.graph(.get, "/users").status == 403)
        #expect(try await scene.graph(.get, "/me/authentication/methods").status == 403)
        let other = try await Scene("Device.Read.All", user: "ada@contoso.test")
        #expect(try await other.graph(.get, "/me").status == 403)
        #expect(try await other.graph(.get, "/me/memberOf").status == 403)
        #expect(try await other.graph(.post, "/me/getMemberGroups", ["securityEnabledOnly": false]).status == 403)
        #expect(try await other.graph(.post, "/me/revokeSignInSessions").status == 403)
    }

    @Test("An owner changes a group only through a client that may change groups")
    func ownedGroup() async throws {
        let reader = try await Scene("Group.Read.All", user: "ada@contoso.test")
        let path = "/groups/\(reader.group)"
        #expect(try await reader.graph(.patch, path, ["description": "Mine"]).status == 403)
        #expect(try await reader.graph(.delete, "\(path)/members/\(SeedData.adaID)/$ref").status == 403)
        let members = try await Scene("GroupMember.ReadWrite.All", user: "ada@contoso.test")
        let other = "/groups/\(members.group)"
        #expect(try await members.graph(.patch, other, ["description": "Mine"]).status == 403)
        #expect(try await members.graph(.delete, other).status == 403)
        #expect(try await members.graph(.delete, "\(other)/members/\(SeedData.adaID)/$ref").status == 204)
    }
}

extension GraphFixture {
    /// A token for one permission of Graph alone, on behalf of a user.
    func token(_ permission: String, of user: String) async throws -> String {
        try await provider.admin.setConsent(
            user: user, clientID: SeedData.suiteClientID, resource: "https://graph.microsoft.com",
            granted: [permission])
        return try await token(
            of: user, client: SeedData.suiteClientID, scope: "https://graph.microsoft.com/\(permission)")
    }
}
