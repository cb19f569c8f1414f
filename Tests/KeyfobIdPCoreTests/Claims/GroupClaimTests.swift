import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Claims of groups and roles")
struct GroupClaimTests {
    /// A provider with a number of groups of Ada, and one without her. Her client and the API emit memberships.
    private func fixture(groups count: Int, _ emitted: String) async throws -> ProviderFixture {
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        let groups = (0..<count).map { number -> JSONValue in
            ["id": .string(id(number)), "displayName": "G", "members": [.string(SeedData.adaID)]]
        }
        try await admin.apply(["groups": .array(groups + [["displayName": "Without her", "members": []]])])
        for clientID in [fixture.clientID, SeedData.filesAppID] {
            try await admin.change(
                clientID,
                [
                    "groupMembershipClaims": .string(emitted),
                    "web": ["implicitGrantSettings": ["enableIdTokenIssuance": true]],
                ])
        }
        return fixture
    }

    private func id(_ number: Int) -> String {
        let text = String(number)
        return "cccccccc-0000-4000-8000-" + String(repeating: "0", count: 12 - text.count) + text
    }

    @Test("Both tokens contain the user's groups and roles, and no others")
    func groups() async throws {
        var fixture = try await fixture(groups: 3, "SecurityGroup, DirectoryRole")
        let tokens = try await fixture.tokens()
        for token in [tokens.idToken, tokens.accessToken] {
            let claims = try await fixture.claims(token)
            #expect(claims["groups"] == .strings([id(0), id(1), id(2)]))
            #expect(claims["wids"] == nil && claims["_claim_names"] == nil)
        }
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let visit = try await fixture.signIn(Person(user: "grace@contoso.test", password: SeedData.password))
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let grace = try TokenResponse(parsing: try await fixture.redeem(code).body)
        let claims = try await fixture.claims(grace.idToken)
        #expect(claims["wids"] == ["62e90394-69f5-4237-9190-012177145e10"] && claims["groups"] == nil)
    }

    @Test("A user of more than 200 groups gets the address that lists them, for a token of that user alone")
    func overage() async throws {
        var fixture = try await fixture(groups: 201, "All")
        let tokens = try await fixture.tokens()
        let claims = try await fixture.claims(tokens.accessToken)
        #expect(claims["groups"] == nil && claims["_claim_names"] == ["groups": "src1"])
        let address = try #require(claims["_claim_sources"]?["src1"]?["endpoint"]?.stringValue.flatMap(HTTPURL.init))
        let graph = try await fixture.tokens(scope: "openid User.Read").accessToken?.reveal() ?? ""
        var request = HTTPRequest(method: .post, url: address)
        #expect(try await fixture.provider.send(request).status == 401)
        request.fields.set("Authorization", "Bearer \(graph)")
        let listed = try await fixture.provider.send(request)
        #expect(listed.status == 200 && listed.json["value"] == .strings((0..<201).map(id)))
        request.url = address.with(path: "/v1.0/users/\(id(1))/getMemberObjects")
        #expect(try await fixture.provider.send(request).status == 403)
    }

    @Test("A token in an address has five groups at most", arguments: [(5, false), (6, true)])
    func implicit(count: Int, isLeftOut: Bool) async throws {
        var fixture = try await fixture(groups: count, "SecurityGroup")
        let visit = try await fixture.signIn(scope: "openid", ["response_type": "id_token"])
        let fragment = try FormParameters(parsing: String(visit.redirect?.split(separator: "#").last ?? ""))
        let claims = try await fixture.claims(Secret(fragment["id_token"] ?? ""))
        #expect((claims["groups"] == nil) == isLeftOut && (claims["hasgroups"] == true) == isLeftOut)
    }

    @Test("A registration without the setting gets none, and one that cannot be followed is refused")
    func settings() async throws {
        var fixture = try await fixture(groups: 1, "None")
        let claims = try await fixture.claims(try await fixture.tokens().idToken)
        #expect(claims["groups"] == nil)
        let refusal = await #expect(throws: (any Error).self) {
            try await fixture.provider.admin.change(
                fixture.clientID, ["groupMembershipClaims": "ApplicationGroup"])
        }
        #expect(refusal.map { "\($0)" }?.contains("'ApplicationGroup'") == true)
    }
}
