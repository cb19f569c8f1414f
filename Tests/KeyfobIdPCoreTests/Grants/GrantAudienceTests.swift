import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Audiences and consent at the token endpoint")
struct GrantAudienceTests {
    @Test("Every grant refuses what authorize refuses for the client's audience, whatever was issued before")
    func narrowed() async throws {
        var fixture = try await ProviderFixture()
        fixture.segment = "fabrikam.test"
        // As a guest of Fabrikam she consents there, too.
        _ = try await fixture.tokens()
        let waiting = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
        fixture.segment = "contoso.test"
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        func refresh(_ segment: String) async throws -> Int64? {
            var fixture = fixture
            fixture.segment = segment
            let answer = try await fixture.refresh(token)
            return answer.status == 200 ? nil : answer.number
        }
        for segment in ["contoso.test", "fabrikam.test", "common"] { #expect(try await refresh(segment) == nil) }

        try await fixture.provider.admin.change(fixture.clientID, ["signInAudience": "AzureADMyOrg"])
        #expect(try await refresh("contoso.test") == nil)
        #expect(try await refresh("fabrikam.test") == 700016)
        #expect(try await refresh("common") == 50194)
        fixture.segment = "fabrikam.test"
        #expect(try await fixture.redeem(waiting).number == 700016)
        #expect(try await fixture.signIn(ProviderFixture.ada, ["prompt": "none"]).errorNumber == 700016)
        try await fixture.provider.admin.change(fixture.clientID, ["signInAudience": "PersonalMicrosoftAccount"])
        #expect(try await refresh("contoso.test") == 9002346)
    }

    @Test("A member of the family gets no tokens at a tenant outside its own audience")
    func sibling() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        for client in [SeedData.suiteClientID, SeedData.notesClientID] { try await admin.change(client, ["foci": "1"]) }
        try await admin.setConsent(
            user: nil, clientID: SeedData.notesClientID, resource: "api://files", granted: ["Files.Read"])
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let notes: [String: String?] = ["client_id": SeedData.notesClientID]
        fixture.segment = "contoso.test"
        #expect(try await fixture.refresh(token, notes).status == 200)
        try await admin.change(SeedData.notesClientID, ["signInAudience": "PersonalMicrosoftAccount"])
        #expect(try await fixture.refresh(token, notes).number == 9002346)
        #expect(try await fixture.refresh(token).status == 200)
    }

    @Test("A client without consent does not learn who the user is, even if it requests nothing else")
    func identityAlone() async throws {
        let phone = try await Phone(try await ProviderFixture())
        let session = try await phone.session()
        func use() async throws -> HTTPResponse {
            try await phone.use(
                session, clientID: SeedData.notesClientID, redirectURI: "msauth.test.fabrikam.notes://auth",
                scopes: ["openid", "profile", "offline_access"])
        }
        let refused = try await use()
        #expect(refused.status == 400 && refused.number == 65001)
        #expect(refused.json["suberror"] == "consent_required")
        try await phone.consent(clientID: SeedData.notesClientID)
        #expect(try await use().status == 200)
    }
}
