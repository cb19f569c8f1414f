import KeyfobCore
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("A whole sign-in")
struct SmokeTests {
    @Test("Name, password and consent yield a code, and the code yields tokens with the expected claims")
    func firstSignIn() async throws {
        var fixture = try await ProviderFixture()
        let visit = try await fixture.signIn()
        #expect(visit.pages == ["sign-in", "consent"])
        let reply = try ProviderFixture.reply(visit)
        #expect(reply["state"] == "the-state")
        #expect(visit.redirect?.hasPrefix("http://localhost:51000/contoso-a?") == true)
        let response = try await fixture.redeem(reply["code"] ?? "")
        #expect(response.status == 200)
        let tokens = try TokenResponse(parsing: response.body)
        #expect(tokens.clientInfo?.homeAccountID == "\(SeedData.adaID).\(SeedData.tenantID)")
        #expect(tokens.scopes?.contains("api://files/Files.Read") == true)
        let idToken = try IDToken(decodingWithoutValidation: tokens.idToken?.reveal() ?? "")
        #expect(idToken.nonce == "the-nonce")
        #expect(idToken.preferredUsername == "ada@contoso.test")
        let jws = try JWS(compact: tokens.accessToken?.reveal() ?? "")
        let claims = try JSONValue(parsing: jws.payload)
        #expect(claims["aud"]?.stringValue == SeedData.filesAppID)
        #expect(claims["scp"]?.stringValue == "Files.Read")
        let again = try await fixture.signIn()
        #expect(again.pages.isEmpty)
        let refreshed = try await fixture.refresh(tokens.refreshToken?.reveal() ?? "")
        #expect(refreshed.status == 200)
    }

    @Test("A device's code is approved in a browser")
    func deviceCode() async throws {
        var fixture = try await ProviderFixture()
        let device = try await fixture.startDeviceCode(scope: "openid offline_access api://files/Files.Read")
        let poll = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", SeedData.suiteClientID),
            ("device_code", device.deviceCode.reveal()),
        ]
        let early = try await fixture.token(poll)
        #expect(early.json["error"]?.stringValue == "authorization_pending")
        var person = ProviderFixture.ada
        person.userCode = device.userCode.lowercased()
        let visit = try await fixture.enterCode(of: device, as: person)
        #expect(visit.pages == ["device-code", "sign-in", "device-approval", "consent", "device-done"])
        #expect(try await fixture.token(poll).status == 200)
        #expect(try await fixture.token(poll).number == 54005)
    }

    @Test("A wrong password is refused on the page, and cancelling returns an error to the app")
    func wrongPassword() async throws {
        var fixture = try await ProviderFixture()
        let visit = try await fixture.signIn(Person(user: "ada@contoso.test", password: "wrong"))
        #expect(visit.errorNumber == 50126)
        #expect(try ProviderFixture.reply(visit)["error"] == "access_denied")
    }
}
