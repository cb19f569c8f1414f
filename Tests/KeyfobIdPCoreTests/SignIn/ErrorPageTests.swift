import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Pages for errors")
struct ErrorPageTests {
    /// The page for a request that cannot be answered at its redirect URI.
    private func page(
        _ fixture: ProviderFixture, _ changes: [String: String?] = [:]
    ) async throws -> (html: String, document: HTMLDocument) {
        let url = try fixture.url(
            "/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid", changes))
        let html = String(decoding: try await fixture.provider.send(.get(url)).body, as: UTF8.self)
        return (html, HTMLDocument(html))
    }

    @Test("What to do comes first, then what happened, and the details for support are folded")
    func order() async throws {
        let fixture = try await ProviderFixture()
        let (html, document) = try await page(fixture, ["redirect_uri": "http://localhost/elsewhere"])
        #expect(document.pageName == "error")
        #expect(document.textByID["error-code"] == "AADSTS50011")
        let remedy = try #require(html.firstRange(of: "class=\"lead\""))
        let message = try #require(html.firstRange(of: "id=\"error-message\""))
        let details = try #require(html.firstRange(of: "<details>"))
        #expect(remedy.lowerBound < message.lowerBound && message.lowerBound < details.lowerBound)
        #expect(document.textByID["error-details"]?.contains("Correlation id") == true)
    }

    @Test("The link back to the app comes from its registration, never from the request alone")
    func back() async throws {
        let fixture = try await ProviderFixture()
        let evil = ["redirect_uri": "https://evil.test/app"]
        #expect(try await !page(fixture, evil).html.contains("back-to-app"))
        try await fixture.provider.admin.change(
            fixture.clientID, ["web": ["redirectUris": ["https://app.contoso.test/signed-in"]]])
        // Registered, but the request fails for another reason.
        let registered = ["redirect_uri": "https://app.contoso.test/signed-in", "client_id": fixture.clientID]
        let elsewhere = ["response_type": nil, "scope": nil].merging(registered) { $1 }
        let url = try fixture.url(
            "/nowhere.test/oauth2/v2.0/authorize", fixture.authorization(scope: "openid", elsewhere))
        let html = String(decoding: try await fixture.provider.send(.get(url)).body, as: UTF8.self)
        #expect(html.contains("<a id=\"back-to-app\" href=\"https://app.contoso.test/\">Back to Contoso Suite</a>"))
        #expect(try await !page(fixture, evil).html.contains("back-to-app"))
        try await fixture.provider.admin.change(
            fixture.clientID, ["web": ["redirectUris": [], "homePageUrl": "https://suite.contoso.test/home"]])
        let home = try await page(fixture, evil).html
        #expect(home.contains("href=\"https://suite.contoso.test/home\""))
        #expect(!home.contains("evil.test/app\""))
    }
}
