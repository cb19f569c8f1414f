import KeyfobCore
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Kinds of accounts at the provider")
struct AccountKindTests {
    private static let read = "openid profile offline_access api://files/Files.Read"

    private func desk(_ clientID: String = SeedData.everyoneClientID, _ segment: String = "common") async throws -> Desk
    {
        var desk = try await Desk()
        desk.clientID = clientID
        desk.redirectURI =
            clientID == SeedData.suiteClientID ? "http://localhost:51000/contoso-a" : "http://localhost:51000"
        desk.segment = segment
        return desk
    }

    /// The code of a sign-in, or the number of the error that the page shows.
    private func outcome(_ desk: inout Desk, _ user: String) async throws -> (tokens: TokenResponse?, number: Int?) {
        let visit = try await desk.signIn(
            Person(user: user, password: SeedData.password), scope: Self.read, ["prompt": "login"])
        guard visit.hasCode else { return (nil, visit.errorNumber) }
        let answer = try await desk.redeem(try Desk.reply(visit)["code"] ?? "")
        return (try TokenResponse(parsing: answer.body), nil)
    }

    @Test("A refresh token of a personal account is valid at the personal accounts' tenant, not at an organization")
    func personalRefresh() async throws {
        var desk = try await desk()
        let tokens = try #require(try await outcome(&desk, "mary@live.com").tokens)
        let token = tokens.refreshToken?.reveal() ?? ""
        for (segment, number) in [
            ("common", nil), ("consumers", nil), (Authority.personalAccountsTenant, nil), ("organizations", 50020),
            (SeedData.tenantID, 50020),
        ] as [(String, Int64?)] {
            desk.segment = segment
            #expect(try await desk.refresh(token).number == number, "\(segment)")
        }
    }

    @Test("Version 1 endpoints issue nothing to personal accounts")
    func versionOne() async throws {
        var desk = try await desk()
        let tokens = try #require(try await outcome(&desk, "mary@live.com").tokens)
        let request = TokenRequest(
            grant: .refreshToken(tokens.refreshToken ?? Secret("")), clientID: desk.clientID, scopes: [])
        let answer = try await desk.provider.send(
            .form(try desk.url("/common/oauth2/token"), request.parameters(.v1)))
        #expect(answer.status == 400 && answer.number == 90027)
    }

    @Test("A guest's tokens name the guest's home account; a disabled guest, and a user who is no guest, get none")
    func guests() async throws {
        var desk = try await desk(SeedData.suiteClientID, "fabrikam.test")
        let tokens = try #require(try await outcome(&desk, "ada@contoso.test").tokens)
        #expect(tokens.clientInfo?.homeAccountID == "\(SeedData.adaID).\(SeedData.tenantID)")
        let idToken = try IDToken(decodingWithoutValidation: tokens.idToken?.reveal() ?? "")
        #expect(idToken.tenantID == SeedData.fabrikamID && idToken.objectID == SeedData.adaAtFabrikamID)
        #expect(idToken.preferredUsername == "ada@contoso.test" && idToken.claims["acct"] == 1)
        let users = try await desk.provider.admin.call(.get, "/_admin/users")["value"]?.arrayValue ?? []
        let names = users.compactMap { $0["userPrincipalName"]?.stringValue }
        #expect(names.contains("ada_contoso.test#EXT#@fabrikam.test"))
        // A guest object's own name cannot sign in: it has no password.
        #expect(try await outcome(&desk, "ada_contoso.test#EXT#@fabrikam.test").number == 50126)
        #expect(try await outcome(&desk, "grace@contoso.test").number == 50020)
        try await desk.provider.admin.call(
            .patch, "/_admin/users/\(SeedData.adaAtFabrikamID)", ["accountEnabled": false])
        #expect(try await desk.refresh(tokens.refreshToken?.reveal() ?? "").number == 50057)
        desk.segment = "contoso.test"
        #expect(try await desk.refresh(tokens.refreshToken?.reveal() ?? "").number != 50057)
    }

    @Test("An invited account becomes a guest, a personal account too, but not twice, nor at home")
    func invited() async throws {
        var desk = try await desk(SeedData.everyoneClientID, "fabrikam.test")
        #expect(try await outcome(&desk, "mary@live.com").number == 50020)
        let body: JSONValue = ["invitedUser": "mary@live.com", "tenantId": "fabrikam.test"]
        let guest = try await desk.provider.admin.call(.post, "/_admin/users", body)
        #expect(guest["userPrincipalName"]?.stringValue == "mary_live.com#EXT#@fabrikam.test")
        let tokens = try #require(try await outcome(&desk, "mary@live.com").tokens)
        let idToken = try IDToken(decodingWithoutValidation: tokens.idToken?.reveal() ?? "")
        #expect(idToken.claims["idp"] == "live.com" && idToken.objectID == guest["id"]?.stringValue)
        #expect(tokens.clientInfo?.utid == Authority.personalAccountsTenant)
        let refused: [(JSONValue, Int)] = [
            (body, 409), (["invitedUser": "alan@fabrikam.test", "tenantId": "fabrikam.test"], 400),
            (["invitedUser": "nobody@live.com", "tenantId": "fabrikam.test"], 404),
            (["invitedUser": "emmy@shop.test", "tenantId": "fabrikam.test"], 400),
            (["invitedUser": "wang@wingtip.test", "tenantId": "fabrikam.test"], 400),
            (["invitedUser": "grace@contoso.test"], 400),
            (["invitedUser": "grace@contoso.test", "tenantId": "consumers"], 400),
            (["invitedUser": "grace@contoso.test", "tenantId": "fabrikam.test", "password": "long-enough-1"], 400),
        ]
        for (body, status) in refused {
            let error = await #expect(throws: AdminClient.Refusal.self) {
                try await desk.provider.admin.call(.post, "/_admin/users", body)
            }
            #expect(error?.status == status, "\(body.text())")
        }
    }

    @Test("An event that revokes a user's tokens at home revokes the guest's, too")
    func revoked() async throws {
        var desk = try await desk(SeedData.suiteClientID, "fabrikam.test")
        let tokens = try #require(try await outcome(&desk, "ada@contoso.test").tokens)
        try await desk.provider.admin.revoke(user: "ada@contoso.test")
        #expect(try await desk.refresh(tokens.refreshToken?.reveal() ?? "").number == 50173)
    }

    @Test("A registration for one tenant is unknown in others, and so is an API for one")
    func oneTenant() async throws {
        var desk = try await desk(SeedData.suiteClientID, "fabrikam.test")
        let path = "/_admin/applications"
        func change(_ id: String) async throws {
            var registration = try await desk.provider.admin.call(.get, "\(path)/\(id)").objectValue ?? [:]
            registration["signInAudience"] = "AzureADMyOrg"
            try await desk.provider.admin.call(.post, path, .object(registration))
        }
        try await change(SeedData.filesAppID)
        let api = try await desk.signIn(Desk.ada, scope: Self.read)
        #expect(try Desk.reply(api)["error"] == "invalid_resource")
        try await change(SeedData.suiteClientID)
        #expect(try await desk.signIn(Desk.ada, scope: Self.read).errorNumber == 700_016)
        desk.segment = "common"
        #expect(try await desk.signIn(Desk.ada, scope: Self.read).errorNumber == 50194)
        desk.segment = "contoso.test"
        #expect(try await desk.signIn(Desk.ada, scope: Self.read).hasCode)
    }
}
