import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("A tenant's look")
struct BrandingTests {
    private static let logo = "data:image/png;base64,iVBORw0KGgo="

    private func page(_ fixture: ProviderFixture, segment: String, hint: String? = nil) async throws -> HTTPResponse {
        let url = try fixture.url(
            "/\(segment)/oauth2/v2.0/authorize", fixture.authorization(scope: "openid", ["login_hint": hint]))
        return try await fixture.provider.send(.get(url))
    }

    private func brand(_ fixture: ProviderFixture, _ branding: JSONValue) async throws {
        try await fixture.provider.admin.apply(["branding": branding])
    }

    @Test("The tenant's pages have its name, colour and logo, others do not, and the policy admits no other picture")
    func look() async throws {
        let fixture = try await ProviderFixture()
        try await brand(
            fixture, ["displayName": "Contoso Sign-In", "accentColor": "#7A1F5C", "logo": .string(Self.logo)])
        let own = try await page(fixture, segment: "contoso.test")
        let html = String(decoding: own.body, as: UTF8.self)
        #expect(html.contains("Contoso Sign-In</p>"))
        #expect(html.contains("<img src=\"\(Self.logo)\" alt=\"\">"))
        #expect(html.contains("--accent:#7a1f5c"))
        #expect(own.fields["Content-Security-Policy"]?.contains("img-src data:;") == true)
        let other = try await page(fixture, segment: "fabrikam.test")
        #expect(!String(decoding: other.body, as: UTF8.self).contains("Contoso Sign-In"))
        #expect(other.fields["Content-Security-Policy"]?.contains("img-src") == false)
        try await brand(fixture, [:])
        let plain = try await page(fixture, segment: "contoso.test")
        #expect(!String(decoding: plain.body, as: UTF8.self).contains("Contoso Sign-In"))
    }

    @Test(
        "What could not be read, or could load something else, is refused",
        arguments: [
            ["accentColor": "#7fd0ff"], ["accentColor": "red"], ["accentColor": "#12345"],
            ["logo": "https://evil.test/logo.png"], ["logo": "data:image/svg+xml;base64,PHN2Zz4="],
            ["logo": .string("data:image/png;base64," + String(repeating: "AAAA", count: 9000))],
        ] as [JSONValue])
    func refused(branding: JSONValue) async throws {
        let fixture = try await ProviderFixture()
        await #expect(throws: AdminClient.Refusal.self) { try await brand(fixture, branding) }
    }

    @Test("A colour is made lighter until it can be read on dark pages")
    func colours() throws {
        let black = try #require(BrandColour("#000000"))
        #expect(black.contrastWithWhite > 20.9 && black.contrastWithWhite < 21.1)
        #expect(black.onDark != black)
        let light = try #require(BrandColour("#6ea8ff"))
        #expect(light.onDark == light)
        #expect(light.contrastWithWhite < BrandColour.leastContrast)
    }
}
