import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Who may do what: a permission never exceeds the user's own rights, and no role reaches a greater one.
@Suite("Rights at Microsoft Graph")
struct GraphRightsTests {
    @Test("A member reads the directory and changes only a few of the own properties")
    func member() async throws {
        let fixture = try await GraphFixture()
        let ada = try await fixture.graph(as: "ada@contoso.test")
        #expect(try await ada(.get, "/users").status == 200)
        #expect(try await ada(.get, "/groups").status == 200)
        #expect(try await ada(.get, "/servicePrincipals").status == 200)
        #expect(try await ada(.patch, "/me", ["mobilePhone": "+49 1555 0142"]).status == 204)
        for (method, path, body) in [
            (.patch, "/me", ["displayName": "Countess"]),
            (.patch, "/me", ["userPrincipalName": "lovelace@contoso.test"]),
            (.patch, "/users/grace@contoso.test", ["jobTitle": "x"]),
            (.delete, "/users/grace@contoso.test", nil),
            (.post, "/users/grace@contoso.test/revokeSignInSessions", nil),
            (.get, "/identity/conditionalAccess/policies", nil),
            (.get, "/auditLogs/signIns", nil),
            (.get, "/users/grace@contoso.test/authentication/methods", nil),
            (
                .post, "/groups",
                ["displayName": "g", "mailNickname": "g", "mailEnabled": false, "securityEnabled": true]
            ),
            (
                .post, "/roleManagement/directory/roleAssignments",
                [
                    "principalId": .string(SeedData.adaID), "directoryScopeId": "/",
                    "roleDefinitionId": .string(GraphFixture.globalAdministrator),
                ]
            ),
        ] as [(HTTPMethod, String, JSONValue?)] {
            let refused = try await ada(method, path, body)
            #expect(refused.status == 403, "\(method) \(path)")
        }
    }

    @Test("A client's permissions limit an administrator's rights")
    func permissions() async throws {
        let fixture = try await GraphFixture()
        try await fixture.provider.admin.setConsent(
            user: "grace@contoso.test", clientID: SeedData.suiteClientID, resource: "https://graph.microsoft.com",
            granted: ["User.Read"])
        let token = try await fixture.token(
            of: "grace@contoso.test", client: SeedData.suiteClientID, scope: "https://graph.microsoft.com/User.Read")
        let graph = fixture.graph(token: token)
        #expect(try await graph(.get, "/me").status == 200)
        #expect(try await graph(.get, "/users").code == "Authorization_RequestDenied")
        #expect(try await graph(.delete, "/users/ada@contoso.test").code == "Authorization_RequestDenied")
        #expect(try await graph(.get, "/applications").code == "Authorization_RequestDenied")
    }

    @Test("A User Administrator manages users, but none who has a role, and gives no roles")
    func lesserRole() async throws {
        let fixture = try await GraphFixture()
        let helper = try await fixture.createUser("helper@contoso.test")
        try await fixture.assign(role: GraphFixture.userAdministrator, to: helper)
        let graph = try await fixture.graph(as: "helper@contoso.test", password: GraphFixture.password)
        let password: JSONValue = [
            "passwordProfile": ["password": "Other-horse-8", "forceChangePasswordNextSignIn": false]
        ]
        #expect(try await graph(.patch, "/users/ada@contoso.test", password).status == 204)
        #expect(try await graph(.patch, "/users/grace@contoso.test", password).status == 403)
        #expect(try await graph(.patch, "/users/grace@contoso.test", ["accountEnabled": false]).status == 403)
        #expect(
            try await graph(.patch, "/users/grace@contoso.test", ["userPrincipalName": "x@contoso.test"]).status == 403)
        #expect(try await graph(.delete, "/users/grace@contoso.test").status == 403)
        #expect(try await graph(.post, "/users/grace@contoso.test/revokeSignInSessions").status == 403)
        let role: JSONValue = [
            "principalId": .string(helper), "roleDefinitionId": .string(GraphFixture.globalAdministrator),
            "directoryScopeId": "/",
        ]
        #expect(try await graph(.post, "/roleManagement/directory/roleAssignments", role).status == 403)
        #expect(try await fixture.refusal(of: "grace@contoso.test", password: SeedData.password) == nil)
    }

    @Test("An Application Administrator grants no permission for Graph, which would exceed the own rights")
    func applicationAdministrator() async throws {
        let fixture = try await GraphFixture()
        let helper = try await fixture.createUser("helper@contoso.test")
        try await fixture.assign(role: "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3", to: helper)
        let client = try await fixture.createClient("Ladder")
        let api = try await fixture.graphRoles()
        let graph = try await fixture.graph(as: "helper@contoso.test", password: GraphFixture.password)
        let body: JSONValue = [
            "principalId": .string(client.principalID), "resourceId": .string(api.id),
            "appRoleId": .string(try #require(api.roles["RoleManagement.ReadWrite.Directory"])),
        ]
        #expect(
            try await graph(.post, "/servicePrincipals/\(client.principalID)/appRoleAssignments", body).status == 403)
        #expect(try await graph(.patch, "/applications/\(client.objectID)", ["displayName": "Steps"]).status == 204)
    }

    @Test(
        "No administrator of a tenant changes the platform's own APIs and clients",
        arguments: [
            SeedData.officeClientID, SeedData.managementAppID, "00000003-0000-0000-c000-000000000000",
            "6c7e8096-f593-4d72-807f-a5f86dcc9c77",
        ])
    func platform(appID: String) async throws {
        let fixture = try await GraphFixture()
        let path = "/applications(appId='\(appID)')"
        #expect(try await fixture.graph(.patch, path, ["displayName": "Mine"]).status == 400)
        #expect(try await fixture.graph(.post, "\(path)/addPassword", [:]).status == 400)
        #expect(try await fixture.graph(.delete, path).status == 400)
        let principal = "/servicePrincipals(appId='\(appID)')"
        #expect(try await fixture.graph(.patch, principal, ["accountEnabled": false]).status == 400)
    }

    @Test("An application has the rights of its permissions, and none without")
    func applications() async throws {
        let fixture = try await GraphFixture()
        let client = try await fixture.createClient("Reader")
        func graph() async throws -> JudgedGraph {
            let response = try await fixture.signIn(client: client.appID, secret: client.secret)
            return fixture.graph(token: response["access_token"]?.stringValue)
        }
        #expect(try await graph()(.get, "/users").status == 403)
        try await fixture.grant("User.Read.All", to: client.principalID)
        #expect(try await graph()(.get, "/users").status == 200)
        #expect(try await graph()(.get, "/groups").status == 403)
        #expect(try await graph()(.delete, "/users/ada@contoso.test").status == 403)
        #expect(try await graph()(.get, "/me").status == 400)
    }

    @Test("The owner of a registration changes it without a role, and another member does not")
    func owners() async throws {
        let fixture = try await GraphFixture()
        let ada = try await fixture.graph(as: "ada@contoso.test")
        let made = try await ada(.post, "/applications", ["displayName": "Engine"])
        #expect(made.status == 201)
        let id = try #require(made["id"]?.stringValue)
        #expect(try await ada(.patch, "/applications/\(id)", ["displayName": "Analytical Engine"]).status == 204)
        #expect(try await ada(.get, "/applications/\(id)/owners").value.first?["id"]?.stringValue == SeedData.adaID)
        _ = try await fixture.createUser("alan@contoso.test")
        let alan = try await fixture.graph(as: "alan@contoso.test", password: GraphFixture.password)
        #expect(try await alan(.patch, "/applications/\(id)", ["displayName": "Bombe"]).status == 403)
        #expect(try await alan(.post, "/applications/\(id)/addPassword", [:]).status == 403)
        #expect(
            try await alan(
                .post, "/applications/\(id)/owners/$ref",
                ["@odata.id": .string("https://graph.microsoft.com/v1.0/users/\(SeedData.adaID)")]
            ).status == 403)
    }

    @Test("Objects of another tenant do not exist for any caller")
    func otherTenant() async throws {
        let fixture = try await GraphFixture()
        for path in [
            "/users/alan@fabrikam.test", "/users/22222222-0000-4000-8000-000000000005",
            "/directoryObjects/22222222-0000-4000-8000-000000000005",
            "/applications(appId='\(SeedData.shopClientID)')", "/organization/\(SeedData.fabrikamID)",
        ] {
            #expect(try await fixture.graph(.get, path).code == "Request_ResourceNotFound", "\(path)")
        }
        let names = try await fixture.graph(.get, "/users?$top=999").value.compactMap {
            $0["userPrincipalName"]?.stringValue
        }
        #expect(names.allSatisfy { $0.hasSuffix("@contoso.test") })
    }

    @Test("Requests without a token, with another API's and with an expired one are refused as Graph refuses them")
    func tokens() async throws {
        let fixture = try await GraphFixture()
        let none = try await fixture.graph(token: nil)(.get, "/me")
        #expect(none.status == 401 && none["error"]?["message"] == "Access token is empty.")
        #expect(none.fields["WWW-Authenticate"]?.hasPrefix("Bearer realm=\"\"") == true)
        try await fixture.provider.admin.setConsent(
            user: "ada@contoso.test", clientID: SeedData.suiteClientID, resource: "api://files",
            granted: ["Files.Read"])
        let other = try await fixture.token(
            of: "ada@contoso.test", client: SeedData.suiteClientID, scope: "api://files/Files.Read")
        let refused = try await fixture.graph(token: other)(.get, "/me")
        #expect(refused["error"]?["message"] == "Access token validation failure. Invalid audience.")
        let ada = try await fixture.graph(as: "ada@contoso.test")
        fixture.clock.advance(seconds: 86400 * 2)
        #expect(
            try await ada(.get, "/me")["error"]?["message"] == "Lifetime validation failed, the token is expired.")
        #expect(try await fixture.graph(token: "nonsense")(.get, "/me").status == 401)
    }

    @Test("A Privileged Authentication Administrator sets an administrator's password, and gives no role")
    func privilegedAuthentication() async throws {
        let fixture = try await GraphFixture()
        let helper = try await fixture.createUser("helper@contoso.test")
        try await fixture.assign(role: "7be44c8a-adaf-4e2a-84d6-ab2649e08a13", to: helper)
        let graph = try await fixture.graph(as: "helper@contoso.test", password: GraphFixture.password)
        let role: JSONValue = [
            "principalId": .string(helper), "roleDefinitionId": .string(GraphFixture.userAdministrator),
            "directoryScopeId": "/",
        ]
        #expect(try await graph(.post, "/roleManagement/directory/roleAssignments", role).status == 403)
        let password: JSONValue = ["passwordProfile": ["password": "Other-horse-8"]]
        #expect(try await graph(.patch, "/users/grace@contoso.test", password).status == 204)
        #expect(try await fixture.refusal(of: "grace@contoso.test", password: "Other-horse-8") == nil)
    }

    @Test("A member registers 250 applications and no more, also after deleting some")
    func quota() async throws {
        let fixture = try await GraphFixture()
        let ada = try await fixture.graph(as: "ada@contoso.test")
        var last = ""
        for number in 0..<250 {
            let made = try await ada(.post, "/applications", ["displayName": .string("App \(number)")])
            #expect(made.status == 201)
            last = made["id"]?.stringValue ?? ""
        }
        let more: JSONValue = ["displayName": "One more"]
        #expect(try await ada(.post, "/applications", more).code == "Directory_QuotaExceeded")
        #expect(try await ada(.delete, "/applications/\(last)").status == 204)
        #expect(try await ada(.post, "/applications", more).code == "Directory_QuotaExceeded")
        #expect(try await fixture.graph(.post, "/applications", more).status == 201)
    }
}
