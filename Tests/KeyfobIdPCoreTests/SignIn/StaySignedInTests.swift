import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Keeping users signed in")
struct StaySignedInTests {
    private static let day = 86_400.0

    /// Signs Ada in, and returns the field that sets the session's cookie.
    private func signIn(
        _ fixture: inout ProviderFixture, keeping: Bool, changes: [String: String?] = [:]
    ) async throws -> String {
        let url = try fixture.url(
            "/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid", changes))
        let recorder = RecordingTransport(fixture.provider)
        var browser = FormBrowser(transport: recorder, clock: fixture.clock, cookies: fixture.browser.cookies)
        if case .page(let address, let page, _) = try await browser.open(url), let form = page.forms.first {
            var values = form.submission(
                filling: ["login": "ada@contoso.test", "passwd": ProviderFixture.ada.password.reveal()],
                pressing: ("action", "sign-in"))
            if keeping { values.append(("kmsi", "1")) }
            _ = try await browser.send(form, values, from: address)
        }
        fixture.browser.cookies = browser.cookies
        let fields = recorder.exchanges.flatMap { $0.response?.fields.all("Set-Cookie") ?? [] }
        return fields.last { $0.hasPrefix("__Host-ESTSAUTH=") } ?? ""
    }

    private func isSignedIn(_ fixture: inout ProviderFixture) async throws -> Bool {
        try await fixture.signIn(ProviderFixture.ada, scope: "openid", ["prompt": "none"]).hasCode
    }

    @Test("A session ends with the browser, or a day after its last use, unless the user keeps it: then after 90 days")
    func lifetimes() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(ProviderFixture.ada, scope: "openid")
        #expect(try await !signIn(&fixture, keeping: false, changes: ["prompt": "login"]).contains("Max-Age"))
        fixture.clock.advance(seconds: Self.day - 60)
        #expect(try await isSignedIn(&fixture))
        fixture.clock.advance(seconds: Self.day + 60)
        #expect(try await !isSignedIn(&fixture))

        let cookie = try await signIn(&fixture, keeping: true)
        #expect(cookie.contains("Max-Age=7776000;"), "\(cookie)")
        for _ in 0..<3 {
            // Each use extends it.
            fixture.clock.advance(seconds: 80 * Self.day)
            #expect(try await isSignedIn(&fixture))
        }
        fixture.clock.advance(seconds: 90 * Self.day + 60)
        #expect(try await !isSignedIn(&fixture))
    }

    @Test("A policy against persistent browsers ends the session with the browser, whatever the user chose")
    func policy() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(ProviderFixture.ada, scope: "openid api://files/Files.Read")
        try await fixture.provider.admin.put(policy: [
            "displayName": "No persistent browsers", "state": "enabled",
            "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
            "sessionControls": ["persistentBrowser": ["isEnabled": true, "mode": "never"]],
        ])
        let changes = ["prompt": "login", "scope": "openid api://files/Files.Read"]
        #expect(try await !signIn(&fixture, keeping: true, changes: changes).contains("Max-Age"))
        #expect(try await isSignedIn(&fixture))
        fixture.clock.advance(seconds: Self.day + 60)
        #expect(try await !isSignedIn(&fixture))
    }
}
