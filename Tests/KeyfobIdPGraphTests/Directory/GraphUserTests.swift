import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Users of Microsoft Graph")
struct GraphUserTests {
    @Test("A user that Graph creates signs in, and no longer when disabled or deleted; restored, it signs in again")
    func life() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        let name = "alan@contoso.test"
        let id = try await fixture.createUser(name, displayName: "Alan Turing")
        #expect(try await fixture.refusal(of: name) == nil)
        #expect(try await graph(.get, "/users/\(name)")["id"]?.stringValue == id)

        #expect(try await graph(.patch, "/users/\(id)", ["jobTitle": "Cryptanalyst", "city": "London"]).status == 204)
        let shown = try await graph(.get, "/users/\(id)?$select=jobTitle,city,displayName,accountEnabled")
        #expect(shown["jobTitle"] == "Cryptanalyst" && shown["city"] == "London" && shown["accountEnabled"] == true)
        #expect(try await graph(.patch, "/users/\(id)", ["city": .null]).status == 204)
        #expect(try await graph(.get, "/users/\(id)?$select=city")["city"] == .null)

        try await graph(.patch, "/users/\(id)", ["accountEnabled": false])
        #expect(try await fixture.refusal(of: name) == 50_057)
        try await graph(.patch, "/users/\(id)", ["accountEnabled": true])

        let group = try await fixture.createGroup("Codebreakers")
        #expect(
            try await graph(.post, "/groups/\(group)/members/$ref", reference(id, fixture)).status == 204)
        #expect(try await graph(.delete, "/users/\(id)").status == 204)
        #expect(try await fixture.refusal(of: name) == 50_126)
        #expect(try await graph(.get, "/users/\(id)").code == "Request_ResourceNotFound")
        #expect(try await graph(.get, "/groups/\(group)/members").value.isEmpty)
        let deleted = try await graph(.get, "/directory/deletedItems/microsoft.graph.user")
        #expect(deleted.value.count == 1)
        #expect(deleted.value.first?["userPrincipalName"]?.stringValue?.hasSuffix(name) == true)

        let restored = try await graph(.post, "/directory/deletedItems/\(id)/restore")
        #expect(
            restored["@odata.type"] == "#microsoft.graph.user" && restored["userPrincipalName"]?.stringValue == name)
        #expect(try await fixture.refusal(of: name) == nil)
        #expect(try await graph(.get, "/groups/\(group)/members").value.count == 1)
    }

    @Test("A deleted user's tokens end at once, and after 30 days nothing of the user is left")
    func purge() async throws {
        let fixture = try await GraphFixture()
        let id = try await fixture.createUser("alan@contoso.test")
        let own = try await fixture.graph(as: "alan@contoso.test", password: GraphFixture.password)
        #expect(try await own(.get, "/me")["id"]?.stringValue == id)
        try await fixture.graph(.delete, "/users/\(id)")
        #expect(try await own(.get, "/me").status == 401)
        fixture.clock.advance(seconds: 29 * 86400)
        var graph = try await fixture.graph(as: "grace@contoso.test")
        #expect(try await graph(.get, "/directory/deletedItems/\(id)").status == 200)
        fixture.clock.advance(seconds: 4 * 86400)
        graph = try await fixture.graph(as: "grace@contoso.test")
        _ = try await graph(.get, "/me")
        #expect(try await graph(.get, "/directory/deletedItems/\(id)").code == "Request_ResourceNotFound")
    }

    @Test("The name of a deleted user is free, and the user cannot be restored while another one has it")
    func nameIsFree() async throws {
        let fixture = try await GraphFixture()
        let first = try await fixture.createUser("alan@contoso.test")
        try await fixture.graph(.delete, "/users/\(first)")
        let second = try await fixture.createUser("alan@contoso.test")
        let refused = try await fixture.graph(.post, "/directory/deletedItems/\(first)/restore")
        #expect(refused.status == 400 && refused.code == "Request_BadRequest")
        try await fixture.graph(.delete, "/users/\(second)")
        #expect(try await fixture.graph(.post, "/directory/deletedItems/\(first)/restore").status == 200)
        #expect(try await fixture.graph(.delete, "/directory/deletedItems/\(second)").status == 204)
        #expect(try await fixture.graph(.get, "/directory/deletedItems/\(second)").status == 404)
    }

    @Test(
        "A user that cannot be is refused with the member's name",
        arguments: [
            ("displayName", JSONValue.null, "A value is required for property 'displayName' of resource 'User'."),
            ("mailNickname", .null, "A value is required for property 'mailNickname' of resource 'User'."),
            ("accountEnabled", .null, "A value is required for property 'accountEnabled' of resource 'User'."),
            ("passwordProfile", .null, "A value is required for property 'passwordProfile' of resource 'User'."),
            ("userPrincipalName", "ada@contoso.test", "userPrincipalName already exists"),
            ("userPrincipalName", "alan@example.com", "domain"),
            ("userPrincipalName", "alan", "name@domain"),
            ("passwordProfile", ["password": "password"], "complexity requirements"),
            ("accountEnabled", "yes", "Invalid value specified for property 'accountEnabled' of resource 'User'."),
            ("shoeSize", 44, "The property 'shoeSize' does not exist on type 'microsoft.graph.user'"),
        ] as [(String, JSONValue, String)])
    func refused(member: String, value: JSONValue, text: String) async throws {
        let fixture = try await GraphFixture()
        var body: [String: JSONValue] = [
            "accountEnabled": true, "displayName": "Alan", "mailNickname": "alan",
            "userPrincipalName": "alan@contoso.test", "passwordProfile": ["password": .string(GraphFixture.password)],
        ]
        body[member] = value == .null ? nil : value
        let made = try await fixture.graph(.post, "/users", .object(body))
        #expect(made.status == 400)
        #expect(made["error"]?["message"]?.stringValue?.contains(text) == true, "\(made.body.text())")
        #expect(try await fixture.graph(.get, "/users/alan@contoso.test").status == 404)
    }

    @Test("A new password ends sessions and tokens, and a user who must change it gets none by password")
    func passwords() async throws {
        let fixture = try await GraphFixture()
        let id = try await fixture.createUser("alan@contoso.test")
        let own = try await fixture.graph(as: "alan@contoso.test", password: GraphFixture.password)
        try await fixture.graph(
            .patch, "/users/\(id)",
            ["passwordProfile": ["password": "Other-horse-8", "forceChangePasswordNextSignIn": false]])
        #expect(try await own(.get, "/me").status == 401)
        #expect(try await fixture.refusal(of: "alan@contoso.test") == 50_126)
        #expect(try await fixture.refusal(of: "alan@contoso.test", password: "Other-horse-8") == nil)
        try await fixture.graph(
            .patch, "/users/\(id)",
            ["passwordProfile": ["password": "Third-horse-9", "forceChangePasswordNextSignIn": true]])
        #expect(try await fixture.refusal(of: "alan@contoso.test", password: "Third-horse-9") == 50_055)
    }

    @Test("A password that is set in another way has not to be changed")
    func otherWay() async throws {
        let fixture = try await GraphFixture()
        let id = try await fixture.createUser("alan@contoso.test")
        let profile: JSONValue = ["passwordProfile": ["forceChangePasswordNextSignIn": true]]
        try await fixture.graph(.patch, "/users/\(id)", profile)
        #expect(try await fixture.refusal(of: "alan@contoso.test") == 50_055)
        try await fixture.provider.admin.setPassword(Secret("Other-horse-8"), of: "\(id)")
        #expect(try await fixture.refusal(of: "alan@contoso.test", password: "Other-horse-8") == nil)
    }

    @Test("revokeSignInSessions ends the user's tokens")
    func revoke() async throws {
        let fixture = try await GraphFixture()
        let ada = try await fixture.graph(as: "ada@contoso.test")
        #expect(try await ada(.get, "/me").status == 200)
        #expect(try await fixture.graph(.post, "/users/ada@contoso.test/revokeSignInSessions")["value"] == true)
        let refused = try await ada(.get, "/me")
        #expect(refused.status == 401 && refused.code == "InvalidAuthenticationToken")
        let again = try await fixture.graph(as: "ada@contoso.test")
        #expect(try await again(.post, "/me/revokeSignInSessions")["value"] == true)
    }

    @Test("A guest is invited by name, has the rights of a guest, and signs in at home")
    func guests() async throws {
        let fixture = try await GraphFixture()
        let made = try await fixture.graph(
            .post, "/invitations",
            ["invitedUserEmailAddress": "alan@fabrikam.test", "inviteRedirectUrl": "https://contoso.test/"])
        #expect(made.status == 201)
        let id = try #require(made["invitedUser"]?["id"]?.stringValue)
        let guest = try await fixture.graph(.get, "/users/\(id)?$select=userType,userPrincipalName,externalUserState")
        #expect(guest["userType"] == "Guest")
        #expect(guest["userPrincipalName"] == "alan_fabrikam.test#EXT#@contoso.test")
    }

    @Test("An invitation gets the same response whether or not another tenant has the user")
    func invitationIsNoOracle() async throws {
        let fixture = try await GraphFixture()
        let ada = try await fixture.graph(as: "ada@contoso.test")
        var responses: [JSONValue] = []
        for name in ["alan", "abel"] {
            let address = "\(name)@fabrikam.test"
            let body: JSONValue = [
                "invitedUserEmailAddress": .string(address), "inviteRedirectUrl": "https://contoso.test/",
            ]
            let made = try await ada(.post, "/invitations", body)
            #expect(made.status == 201)
            let id = try #require(made["invitedUser"]?["id"]?.stringValue)
            let guest = try await fixture.graph(
                .get,
                "/users/\(id)?$select=displayName,givenName,surname,mail,userPrincipalName,userType,externalUserState,"
                    + "creationType,accountEnabled,proxyAddresses")
            // Inviting again changes nothing, for both alike.
            let again = try await ada(.post, "/invitations", body)
            #expect(again.status == 201 && again["invitedUser"]?["id"]?.stringValue == id)
            let text = JSONValue.array([made.body, guest.body]).text()
                .replacing(id, with: "ID").replacing(made["id"]?.stringValue ?? "", with: "INVITATION")
            responses.append(.string(text.replacing(name, with: "NAME")))
        }
        #expect(responses.count == 2 && responses.first == responses.last, "\(responses)")
        #expect(responses.first?.stringValue?.contains("Turing") == false)
    }

    @Test("A guest who was invited before the user existed signs in after another invitation")
    func invitedEarly() async throws {
        let fixture = try await GraphFixture()
        let body: JSONValue = [
            "invitedUserEmailAddress": "abel@fabrikam.test", "inviteRedirectUrl": "https://contoso.test/",
        ]
        let first = try await fixture.graph(.post, "/invitations", body)
        _ = try await fixture.provider.admin.createUser(
            "abel@fabrikam.test", password: Secret(GraphFixture.password), tenant: "fabrikam.test")
        #expect(
            try await fixture.signIn("abel@fabrikam.test", password: GraphFixture.password, tenant: "contoso.test")[
                "access_token"] == nil)
        let second = try await fixture.graph(.post, "/invitations", body)
        #expect(first["invitedUser"]?["id"] == second["invitedUser"]?["id"])
        #expect(
            try await fixture.signIn("abel@fabrikam.test", password: GraphFixture.password, tenant: "contoso.test")[
                "access_token"] != nil)
    }

    @Test("A member invites 250 guests and no more, whether or not they exist")
    func invitationQuota() async throws {
        let fixture = try await GraphFixture()
        let ada = try await fixture.graph(as: "ada@contoso.test")
        func invite(_ name: String) async throws -> JudgedGraph.Reply {
            try await ada(
                .post, "/invitations",
                [
                    "invitedUserEmailAddress": .string("\(name)@example.com"),
                    "inviteRedirectUrl": "https://contoso.test/",
                ])
        }
        for number in 0..<250 { #expect(try await invite("guest\(number)").status == 201) }
        #expect(try await invite("more").code == "Directory_QuotaExceeded")
        #expect(try await invite("guest7").status == 201)
    }

    @Test("A phone is added and removed as a second factor")
    func methods() async throws {
        let fixture = try await GraphFixture()
        let path = "/users/ada@contoso.test/authentication"
        #expect(try await fixture.graph(.get, "\(path)/methods").value.count == 1)
        let made = try await fixture.graph(
            .post, "\(path)/phoneMethods", ["phoneNumber": "+4915550142", "phoneType": "mobile"])
        #expect(made.status == 201)
        let id = try #require(made["id"]?.stringValue)
        #expect(try await fixture.graph(.get, "\(path)/methods").value.count == 2)
        #expect(try await fixture.graph(.delete, "\(path)/phoneMethods/\(id)").status == 204)
        #expect(try await fixture.graph(.get, "\(path)/phoneMethods").value.isEmpty)
    }

    private func reference(_ id: String, _ fixture: GraphFixture) -> JSONValue {
        ["@odata.id": .string("\(fixture.provider.base.origin)/v1.0/directoryObjects/\(id)")]
    }
}
