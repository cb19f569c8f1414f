import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Audiences and consent at the token endpoint")
struct GrantAudienceTests {
    @Test("Every grant refuses what authorize refuses for the client's audience, whatever was issued before")
    func narrowed() async throws {
        var desk = try await Desk()
        desk.segment = "fabrikam.test"
        // As a guest of Fabrikam she consents there, too.
        _ = try await desk.tokens()
        let waiting = try Desk.reply(try await desk.signIn())["code"] ?? ""
        desk.segment = "contoso.test"
        let token = try await desk.tokens().refreshToken?.reveal() ?? ""
        func refresh(_ segment: String) async throws -> Int64? {
            var desk = desk
            desk.segment = segment
            let answer = try await desk.refresh(token)
            return answer.status == 200 ? nil : answer.number
        }
        for segment in ["contoso.test", "fabrikam.test", "common"] { #expect(try await refresh(segment) == nil) }

        try await desk.provider.admin.change(desk.clientID, ["signInAudience": "AzureADMyOrg"])
        #expect(try await refresh("contoso.test") == nil)
        #expect(try await refresh("fabrikam.test") == 700016)
        #expect(try await refresh("common") == 50194)
        desk.segment = "fabrikam.test"
        #expect(try await desk.redeem(waiting).number == 700016)
        #expect(try await desk.signIn(Desk.ada, ["prompt": "none"]).errorNumber == 700016)
        try await desk.provider.admin.change(desk.clientID, ["signInAudience": "PersonalMicrosoftAccount"])
        #expect(try await refresh("contoso.test") == 9002346)
    }

    @Test("A member of the family gets no tokens at a tenant outside its own audience")
    func sibling() async throws {
        var desk = try await Desk()
        let admin = desk.provider.admin
        for client in [SeedData.suiteClientID, SeedData.notesClientID] { try await admin.change(client, ["foci": "1"]) }
        try await admin.setConsent(
            user: nil, clientID: SeedData.notesClientID, resource: "api://files", granted: ["Files.Read"])
        let token = try await desk.tokens().refreshToken?.reveal() ?? ""
        let notes: [String: String?] = ["client_id": SeedData.notesClientID]
        desk.segment = "contoso.test"
        #expect(try await desk.refresh(token, notes).status == 200)
        try await admin.change(SeedData.notesClientID, ["signInAudience": "PersonalMicrosoftAccount"])
        #expect(try await desk.refresh(token, notes).number == 9002346)
        #expect(try await desk.refresh(token).status == 200)
    }

    @Test("A client without consent does not learn who the user is, even if it requests nothing else")
    func identityAlone() async throws {
        let phone = try await Phone(try await Desk())
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
