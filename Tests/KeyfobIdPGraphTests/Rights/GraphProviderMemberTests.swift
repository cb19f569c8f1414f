import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// What belongs to the provider, and what a name proves: no caller of Microsoft Graph changes it.
@Suite("Members of the provider's at Microsoft Graph")
struct GraphProviderMemberTests {
    private func send(_ fixture: GraphFixture, _ path: String, _ body: JSONValue) async throws -> Int {
        var request = HTTPRequest(method: .patch, url: fixture.provider.base.with(path: "/v1.0" + path))
        request.fields.set("Authorization", "Bearer \(fixture.graph.token ?? "")")
        request.fields.set("Content-Type", "application/json")
        request.body = body.bytes()
        return try await fixture.provider.send(request).status
    }

    private func application(_ appID: String, _ fixture: GraphFixture) async throws -> Application {
        let all = try await fixture.provider.store.transaction { try $0.applications() }
        return try #require(all.first { $0.appID == appID })
    }

    @Test("No caller sets a publisher, an approval, a certification or an id")
    func members() async throws {
        let fixture = try await GraphFixture()
        let client = try await fixture.createClient("Plain")
        let before = try await application(client.appID, fixture)
        for body in [
            ["verifiedPublisher": ["displayName": "Microsoft Corporation"]], ["publisherDomain": "microsoft.com"],
            ["isApproved": true], ["isFirstParty": true], ["foci": "1"], ["creatorID": "x"],
            ["certification": ["isPublisherAttested": true]], ["disabledByMicrosoftStatus": "NotDisabled"],
            ["applicationTemplateId": "8adf8e6e-67b2-4cf2-a259-e3dc5476c621"],
        ] as [JSONValue] {
            #expect(try await send(fixture, "/applications/\(client.objectID)", body) == 400, "\(body.text())")
        }
        #expect(try await application(client.appID, fixture) == before)
        #expect(
            try await send(fixture, "/applications/\(client.objectID)", ["appId": .string(SeedData.suiteClientID)])
                < 500)
        #expect(try await application(client.appID, fixture).appID == client.appID)
    }

    @Test("Who made a registration stays known through every change")
    func creator() async throws {
        let fixture = try await GraphFixture()
        let ada = try await fixture.graph(as: "ada@contoso.test")
        let made = try await ada(.post, "/applications", ["displayName": "Ada's", "signInAudience": "AzureADMyOrg"])
        let (id, appID) = (
            try #require(made["id"]?.stringValue), try #require(made["appId"]?.stringValue)
        )
        #expect(try await send(fixture, "/applications/\(id)", ["displayName": "Changed"]) == 204)
        let secret = try await ada(.post, "/applications/\(id)/addPassword", ["passwordCredential": [:]])
        #expect(secret.status == 200)
        #expect(try await fixture.graph(.delete, "/applications/\(id)").status == 204)
        #expect(try await fixture.graph(.post, "/directory/deletedItems/\(id)/restore").status == 200)
        #expect(try await application(appID, fixture).creatorID == SeedData.adaID)
        #expect(try await application(appID, fixture).displayName == "Changed")
    }

    @Test("A guest is not renamed into another tenant's domain, and a deleted user takes no name there")
    func names() async throws {
        let fixture = try await GraphFixture()
        let invited = try await fixture.graph(
            .post, "/invitations",
            [
                "invitedUserEmailAddress": "alan@fabrikam.test", "inviteRedirectUrl": "https://contoso.test/",
                "sendInvitationMessage": false,
            ])
        #expect(invited.status == 201)
        let users = try await fixture.provider.store.transaction { try $0.users() }
        let guest = try #require(users.first { $0.tenantID == SeedData.tenantID && $0.homeUserID != nil }?.objectID)
        for name in ["ceo@fabrikam.test", "ceo@nowhere.test", "ceo@outlook.com"] {
            let body: JSONValue = ["userPrincipalName": .string(name)]
            #expect(try await send(fixture, "/users/\(guest)", body) == 400, "\(name)")
            #expect(try await fixture.provider.store.transaction { try $0.user(userPrincipalName: name) } == nil)
        }
        #expect(try await send(fixture, "/users/\(guest)", ["userPrincipalName": "alan.turing@contoso.test"]) == 204)

        // Contoso gives a domain up while a deleted user has a name there, and Fabrikam gets it.
        #expect(try await fixture.graph(.post, "/domains", ["id": "old.test"]).status == 201)
        let user = try await fixture.createUser("eve@old.test")
        #expect(try await fixture.graph(.delete, "/users/\(user)").status == 204)
        #expect(try await fixture.graph(.delete, "/domains/old.test").status == 204)
        try await fixture.provider.store.transaction { transaction in
            var fabrikam = try #require(try transaction.tenants().first { $0.id == SeedData.fabrikamID })
            fabrikam.domains.append("old.test")
            try transaction.put(fabrikam)
        }
        #expect(try await fixture.graph(.post, "/directory/deletedItems/\(user)/restore").status >= 400)
        #expect(try await fixture.provider.store.transaction { try $0.user(objectID: user) } == nil)
    }
}
