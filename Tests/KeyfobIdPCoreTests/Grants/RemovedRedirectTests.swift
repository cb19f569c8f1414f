import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A redirect URI that is no longer registered leaves a client what it was.
@Suite("Platforms of redirect URIs that were removed")
struct RemovedRedirectTests {
    @Test("A server's code still needs the secret, and a page's code is still for a page")
    func removed() async throws {
        let client = try await ConfidentialClient()
        var fixture = client.fixture
        try await fixture.provider.admin.setConsent(
            user: nil, clientID: ConfidentialClient.id, resource: "api://files", granted: ["Files.Read"])
        let code = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
        try await fixture.provider.admin.change(
            ConfidentialClient.id, ["web": ["redirectUris": ["https://other.test/"]]])
        #expect(try await fixture.redeem(code).number == 7_000_218)
        #expect(try await fixture.redeem(code, ["client_secret": client.secret]).status == 200)

        let page = "99999999-0000-4000-8000-0000000000ad"
        try await fixture.provider.admin.put(
            application: [
                "appId": .string(page), "displayName": "A page", "spa": ["redirectUris": ["https://page.test/"]],
            ])
        try await fixture.provider.admin.setConsent(
            user: nil, clientID: page, resource: "api://files", granted: ["Files.Read"])
        fixture.clientID = page
        fixture.redirectURI = "https://page.test/"
        let second = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
        try await fixture.provider.admin.change(page, ["spa": ["redirectUris": ["https://other.test/"]]])
        #expect(try await fixture.redeem(second).number == 9_002_327)
    }
}
