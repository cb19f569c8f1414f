import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Families of clients")
struct FamilyTests {
    private static let scope = "openid profile offline_access User.Read"

    private func fixture(_ clientID: String) async throws -> ProviderFixture {
        var fixture = try await ProviderFixture()
        fixture.clientID = clientID
        fixture.redirectURI = "http://localhost:51000"
        return fixture
    }

    @Test("A member's refresh token is valid for another member, and the response says so")
    func siblings() async throws {
        var fixture = try await fixture(SeedData.officeClientID)
        let tokens = try await fixture.tokens(scope: Self.scope)
        #expect(tokens.familyID == "1")
        for sibling in [SeedData.teamsClientID, SeedData.powerShellClientID] {
            let answer = try await fixture.refresh(
                tokens.refreshToken?.reveal() ?? "", scope: Self.scope, ["client_id": sibling])
            let own = try TokenResponse(parsing: answer.body)
            #expect(own.familyID == "1")
            #expect(try await fixture.claims(own.accessToken)["appid"]?.stringValue == sibling)
            #expect(try await fixture.claims(own.idToken)["aud"]?.stringValue == sibling)
            // The token obtained that way works for the first client again.
            let back = try await fixture.refresh(own.refreshToken?.reveal() ?? "", scope: Self.scope)
            #expect(back.status == 200)
        }
        let versionOne = try await fixture.refreshByADAL(
            tokens.refreshToken?.reveal() ?? "", resource: "https://graph.microsoft.com",
            ["client_id": SeedData.teamsClientID])
        #expect(versionOne.json["foci"]?.stringValue == "1")
    }

    @Test("A client outside the family gets an error, and membership is configuration")
    func strangers() async throws {
        var fixture = try await fixture(SeedData.officeClientID)
        let token = try await fixture.tokens(scope: Self.scope).refreshToken?.reveal() ?? ""
        for stranger in [SeedData.commandLineClientID, SeedData.brokerClientID, SeedData.suiteClientID] {
            let answer = try await fixture.refresh(token, scope: Self.scope, ["client_id": stranger])
            #expect(answer.status == 400)
            #expect(answer.json["error"]?.stringValue == "invalid_grant")
            #expect(answer.json["suberror"]?.stringValue == "client_mismatch")
        }
        // In the other direction there is no family.
        var outside = try await self.fixture(SeedData.commandLineClientID)
        let own = try await outside.tokens(scope: Self.scope)
        #expect(own.familyID == nil)
        let answer = try await outside.refresh(
            own.refreshToken?.reveal() ?? "", scope: Self.scope, ["client_id": SeedData.officeClientID])
        #expect(answer.number == 70000)
        #expect(answer.json["suberror"] == nil)
        // A client joins by its registration, and leaves by it.
        let admin = fixture.provider.admin
        try await admin.change(SeedData.commandLineClientID, ["foci": "1"])
        let joined = try await fixture.refresh(token, scope: Self.scope, ["client_id": SeedData.commandLineClientID])
        #expect(try TokenResponse(parsing: joined.body).familyID == "1")
        try await admin.change(SeedData.commandLineClientID, ["foci": nil])
        let left = try await fixture.refresh(token, scope: Self.scope, ["client_id": SeedData.commandLineClientID])
        #expect(left.json["suberror"]?.stringValue == "client_mismatch")
    }
}
