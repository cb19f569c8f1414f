import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The tenant, its roles and policies at Microsoft Graph")
struct GraphTenantTests {
    @Test("A directory role is given and taken, is in memberOf, and the last Global Administrator stays")
    func roles() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        #expect(try await graph(.get, "/directoryRoles").value.count == 20)
        let role = try await graph(
            .get, "/directoryRoles(roleTemplateId='\(GraphFixture.globalAdministrator)')")
        let id = try #require(role["id"]?.stringValue)
        #expect(
            try await graph(.get, "/directoryRoles/\(id)/members").value.map { $0["id"] } == [
                .string(SeedData.graceID)
            ])
        let ada: JSONValue = ["@odata.id": .string("https://graph.microsoft.com/v1.0/users/\(SeedData.adaID)")]
        #expect(try await graph(.delete, "/directoryRoles/\(id)/members/\(SeedData.graceID)/$ref").status == 400)
        #expect(try await graph(.post, "/directoryRoles/\(id)/members/$ref", ada).status == 204)
        let memberships = try await graph(.get, "/users/\(SeedData.adaID)/memberOf")
        #expect(memberships.value.contains { $0["@odata.type"] == "#microsoft.graph.directoryRole" })
        let own = try await fixture.graph(as: "ada@contoso.test")
        #expect(try await own(.get, "/auditLogs/signIns").status == 200)
        #expect(try await graph(.delete, "/directoryRoles/\(id)/members/\(SeedData.adaID)/$ref").status == 204)
        #expect(try await own(.get, "/auditLogs/signIns").status == 403)
    }

    @Test("A policy that Graph creates holds, is changed and removed; its location cannot be removed before it")
    func policies() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        let path = "/identity/conditionalAccess"
        let location = try await graph(
            .post, "\(path)/namedLocations",
            [
                "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": "Office", "isTrusted": true,
                "ipRanges": [["@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.0/24"]],
            ])
        #expect(location.status == 201)
        let place = try #require(location["id"]?.stringValue)
        let made = try await graph(
            .post, "\(path)/policies",
            [
                "displayName": "Block outside", "state": "enabled",
                "conditions": [
                    "clientAppTypes": ["all"], "applications": ["includeApplications": ["All"]],
                    "users": ["includeUsers": [.string(SeedData.adaID)]],
                    "locations": ["includeLocations": ["All"], "excludeLocations": [.string(place)]],
                ], "grantControls": ["operator": "OR", "builtInControls": ["block"]],
            ])
        #expect(made.status == 201, "\(made.body.text())")
        let id = try #require(made["id"]?.stringValue)
        #expect(try await fixture.refusal(of: "ada@contoso.test", password: SeedData.password) == 53_003)
        #expect(try await graph(.delete, "\(path)/namedLocations/\(place)").status == 400)
        #expect(try await graph(.patch, "\(path)/policies/\(id)", ["state": "disabled"]).status == 204)
        #expect(try await fixture.refusal(of: "ada@contoso.test", password: SeedData.password) == nil)
        let signIns = try await graph(
            .get, "/auditLogs/signIns?$filter=userPrincipalName eq 'ada@contoso.test' and status/errorCode eq 53003")
        let entry = try #require(signIns.value.first)
        #expect(entry["conditionalAccessStatus"] == "failure")
        let applied = entry["appliedConditionalAccessPolicies"]?.arrayValue?.first
        #expect(applied?["displayName"] == "Block outside" && applied?["result"] == "failure")
        #expect(try await graph(.get, "/auditLogs/signIns/\(entry["id"]?.stringValue ?? "")").status == 200)
        #expect(try await graph(.delete, "\(path)/policies/\(id)").status == 204)
        #expect(try await graph(.delete, "\(path)/namedLocations/\(place)").status == 204)
        #expect(try await graph(.get, "\(path)/policies").value.isEmpty)
    }

    @Test("A policy that this provider cannot apply is refused")
    func unfitPolicies() async throws {
        let fixture = try await GraphFixture()
        let country = try await fixture.graph(
            .post, "/identity/conditionalAccess/namedLocations",
            [
                "@odata.type": "#microsoft.graph.countryNamedLocation", "displayName": "Home",
                "countriesAndRegions": ["DE"],
            ])
        #expect(country.status == 400)
        let policy = try await fixture.graph(
            .post, "/identity/conditionalAccess/policies",
            [
                "displayName": "x", "state": "enabled",
                "conditions": [
                    "users": ["includeGroups": ["44444444-0000-4000-8000-00000000bb01"]],
                    "applications": ["includeApplications": ["All"]],
                ], "grantControls": ["operator": "OR", "builtInControls": ["mfa"]],
            ])
        #expect(policy.status == 400)
    }

    @Test("The organization, its domains and the default rights are read; a domain is added and named by users")
    func organization() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        #expect(try await graph(.get, "/organization").value.first?["displayName"] == "Contoso")
        #expect(try await graph(.get, "/policies/authorizationPolicy")["allowInvitesFrom"] == "everyone")
        #expect(try await graph(.post, "/domains", ["id": "contoso.example"]).status == 201)
        #expect(try await graph(.post, "/domains", ["id": "fabrikam.test"]).status == 400)
        _ = try await fixture.createUser("alan@contoso.example")
        #expect(try await fixture.refusal(of: "alan@contoso.example") == nil)
        #expect(try await graph(.delete, "/domains/contoso.example").status == 400)
        #expect(try await graph(.delete, "/domains/contoso.test").status == 400)
    }

    @Test("A group cannot be removed while a policy names it, and nested groups count")
    func groups() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        let inner = try await fixture.createGroup("Night shift")
        let outer = try await fixture.createGroup("Staff")
        func reference(_ id: String) -> JSONValue {
            ["@odata.id": .string("https://graph.microsoft.com/v1.0/directoryObjects/\(id)")]
        }
        try await graph(.post, "/groups/\(inner)/members/$ref", reference(SeedData.adaID))
        try await graph(.post, "/groups/\(outer)/members/$ref", reference(inner))
        let twice = try await graph(.post, "/groups/\(outer)/members/$ref", reference(inner))
        #expect(twice.status == 400)
        #expect(try await graph(.post, "/groups/\(outer)/members/$ref", reference("nothing")).status == 404)
        let all = try await graph(.post, "/users/\(SeedData.adaID)/getMemberGroups", ["securityEnabledOnly": false])
        #expect(Set(all.value.compactMap(\.stringValue)) == [inner, outer])
        #expect(try await graph(.get, "/users/\(SeedData.adaID)/memberOf").value.count == 1)
        #expect(try await graph(.get, "/users/\(SeedData.adaID)/transitiveMemberOf").value.count == 2)
        let policy = try await graph(
            .post, "/identity/conditionalAccess/policies",
            [
                "displayName": "Staff is blocked", "state": "enabled",
                "conditions": [
                    "users": ["includeGroups": [.string(outer)]], "applications": ["includeApplications": ["All"]],
                ], "grantControls": ["operator": "OR", "builtInControls": ["block"]],
            ])
        #expect(policy.status == 201)
        #expect(try await fixture.refusal(of: "ada@contoso.test", password: SeedData.password) == 53_003)
        #expect(try await graph(.delete, "/groups/\(outer)").status >= 400)
        #expect(try await graph(.delete, "/groups/\(inner)").status == 204)
        #expect(try await fixture.refusal(of: "ada@contoso.test", password: SeedData.password) == nil)
        #expect(try await graph(.post, "/directory/deletedItems/\(inner)/restore").status == 200)
        #expect(try await fixture.refusal(of: "ada@contoso.test", password: SeedData.password) == 53_003)
    }

    @Test(
        "A batch runs its requests in order, each with the changes of those before, and skips what depends on a failure"
    )
    func batch() async throws {
        let fixture = try await GraphFixture()
        let reply = try await fixture.graph(
            .post, "/$batch",
            [
                "requests": [
                    [
                        "id": "1", "method": "POST", "url": "/groups",
                        "headers": ["Content-Type": "application/json"],
                        "body": [
                            "displayName": "Batch", "mailNickname": "batch", "mailEnabled": false,
                            "securityEnabled": true,
                        ],
                    ],
                    [
                        "id": "2", "method": "GET", "url": "/groups?$filter=displayName eq 'Batch'", "dependsOn": ["1"],
                    ],
                    ["id": "3", "method": "GET", "url": "/users/zeno@contoso.test"],
                    ["id": "4", "method": "GET", "url": "/me", "dependsOn": ["3"]],
                    ["id": "5", "method": "GET", "url": .string("/users/\(SeedData.adaID)")],
                ]
            ])
        #expect(reply.status == 200, "\(reply.body.text())")
        let statuses: [Int64?] = (reply["responses"]?.arrayValue ?? []).map { $0["status"]?.integerValue }
        #expect(statuses == [201, 200, 404, 424, 200])
        let found = reply["responses"]?.arrayValue?[1]["body"]?["value"]?.arrayValue
        #expect(found?.count == 1)
        for url in ["/$batch", "/%24batch", "/contoso.test/$batch"] {
            let nested: JSONValue = ["requests": [["id": "1", "method": "POST", "url": .string(url), "body": [:]]]]
            #expect(try await fixture.graph(.post, "/$batch", nested).status == 400, "\(url)")
        }
        let many = JSONValue.array(
            (0..<21).map { ["id": .string("\($0)"), "method": "GET", "url": "/me"] })
        #expect(try await fixture.graph(.post, "/$batch", ["requests": many]).status == 400)
        #expect(try await fixture.graph(token: nil)(.post, "/$batch", ["requests": []]).status == 401)
    }

    @Test("The provider's admin token reaches the tenant that the address names")
    func adminToken() async throws {
        let fixture = try await GraphFixture()
        let admin = fixture.provider.admin
        let first = try await admin.call(.get, "/v1.0/organization")
        #expect(first["value"]?.arrayValue?.first?["displayName"] == "Contoso")
        let other = try await admin.call(.get, "/v1.0/fabrikam.test/organization")
        #expect(other["value"]?.arrayValue?.first?["displayName"] == "Fabrikam")
        #expect(try await fixture.graph(.get, "/fabrikam.test/users").status == 401)
    }
}
