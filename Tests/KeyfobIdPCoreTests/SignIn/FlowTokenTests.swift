import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The forms' flow token", .onEveryStore)
struct FlowTokenTests {
    private struct Served {
        let address: HTTPURL
        let form: HTMLForm
        var values: [(String, String)] {
            form.submission(filling: ["login": "ada@contoso.test", "passwd": SeedData.password])
        }
        var flow: String { form.values("flow").first ?? "" }

        /// The same form, sent to another address.
        func form(to action: String) -> HTMLForm {
            var form = self.form
            form.action = action
            return form
        }
    }

    private struct NoPage: Error {}

    private func open(_ fixture: inout ProviderFixture, _ changes: [String: String?] = [:]) async throws -> Served {
        let parameters = fixture.authorization(scope: "openid api://files/Files.Read", changes)
        let place = try await fixture.browser.open(try fixture.url("/common/oauth2/v2.0/authorize", parameters))
        return try served(place)
    }

    private func served(_ place: FormBrowser.Place) throws -> Served {
        guard case .page(let address, let page, _) = place else { throw NoPage() }
        return Served(address: address, form: try #require(page.forms.first))
    }

    private func refusal(_ place: FormBrowser.Place) -> String? {
        guard case .page(_, let page, _) = place, page.pageName == "error" else { return nil }
        return page.textByID["error-code"]
    }

    @Test("Without the cookie of the browser that began, a flow token is refused")
    func withoutCookie() async throws {
        var fixture = try await ProviderFixture()
        let served = try await open(&fixture)
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let place = try await fixture.browser.send(served.form, served.values, from: served.address)
        #expect(refusal(place) == "AADSTS50089")
        let events = try await fixture.provider.admin.signIns().compactMap { $0["event"]?.stringValue }
        #expect(!events.contains("password_accepted"))
    }

    @Test("A missing or made-up flow token is refused", arguments: ["", "guess"])
    func madeUp(flow: String) async throws {
        var fixture = try await ProviderFixture()
        let served = try await open(&fixture)
        let values = served.values.filter { $0.0 != "flow" } + [("flow", flow)]
        let place = try await fixture.browser.send(served.form, values, from: served.address)
        #expect(refusal(place) == "AADSTS50089")
    }

    @Test("A sign-in expires after half an hour")
    func tooLate() async throws {
        var fixture = try await ProviderFixture()
        let served = try await open(&fixture)
        fixture.clock.advance(seconds: 1801)
        let place = try await fixture.browser.send(served.form, served.values, from: served.address)
        #expect(refusal(place) == "AADSTS50089")
    }

    @Test("A finished sign-in cannot be repeated with the same pages")
    func replay() async throws {
        var fixture = try await ProviderFixture()
        let first = try await open(&fixture)
        let consent = try served(try await fixture.browser.send(first.form, first.values, from: first.address))
        let values = consent.form.submission(pressing: ("action", "accept"))
        guard case .left = try await fixture.browser.send(consent.form, values, from: consent.address) else {
            Issue.record("the sign-in did not end")
            return
        }
        let again = try await fixture.browser.send(consent.form, values, from: consent.address)
        #expect(refusal(again) == "AADSTS50089")
        let password = try await fixture.browser.send(first.form, first.values, from: first.address)
        #expect(refusal(password) == "AADSTS50089")
    }

    @Test("A user who has not signed in cannot consent, even with a valid flow token")
    func consentBeforePassword() async throws {
        var fixture = try await ProviderFixture()
        let served = try await open(&fixture)
        let form = served.form(to: "/common/consent")
        let place = try await fixture.browser.send(
            form, [("flow", served.flow), ("action", "accept"), ("scope", "api://files/Files.Read")],
            from: served.address)
        #expect(refusal(place) == "AADSTS50089")
    }

    @Test("Nor by naming an account at the picker's address that is not signed in there")
    func accountBeforePassword() async throws {
        var fixture = try await ProviderFixture()
        let served = try await open(&fixture)
        let picker = served.form(to: "/common/account")
        let place = try await fixture.browser.send(
            picker, [("flow", served.flow), ("account", "ada@contoso.test")], from: served.address)
        guard case .page(_, let page, _) = place else {
            Issue.record("no page")
            return
        }
        #expect(page.pageName == "sign-in")
        let consent = served.form(to: "/common/consent")
        let next = try await fixture.browser.send(
            consent, [("flow", served.flow), ("action", "accept")], from: served.address)
        #expect(refusal(next) == "AADSTS50089")
    }

    @Test("Permissions that were not requested cannot be added to the consent form")
    func smuggledScope() async throws {
        var fixture = try await ProviderFixture()
        let first = try await open(&fixture)
        let consent = try served(try await fixture.browser.send(first.form, first.values, from: first.address))
        let values =
            consent.form.submission(pressing: ("action", "accept")) + [("scope", "api://files/Files.ReadWrite")]
        guard case .left(let redirect) = try await fixture.browser.send(consent.form, values, from: consent.address)
        else {
            Issue.record("the sign-in did not end")
            return
        }
        let reply = try FormParameters(parsing: String(redirect.split(separator: "?", maxSplits: 1).last ?? ""))
        let tokens = try TokenResponse(parsing: try await fixture.redeem(reply["code"] ?? "").body)
        #expect(tokens.scopes?.contains("api://files/Files.Read") == true)
        #expect(tokens.scopes?.contains("api://files/Files.ReadWrite") == false)
    }
}
