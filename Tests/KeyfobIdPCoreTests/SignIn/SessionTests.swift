import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Sessions and consent")
struct SessionTests {
    @Test("Two accounts in one browser: the picker is shown, or the hint selects")
    func picker() async throws {
        var fixture = try await ProviderFixture()
        let grace = Person(user: "grace@contoso.test", password: SeedData.password)
        _ = try await fixture.signIn()
        let second = try await fixture.signIn(grace, ["prompt": "login"])
        #expect(second.pages == ["sign-in", "consent"])
        #expect(try await fixture.signIn().pages == ["account-picker"])
        #expect(
            try await fixture.signIn(ProviderFixture.ada, ["login_hint": "Grace@contoso.test", "prompt": "none"])
                .hasCode)
        let ambiguous = try await fixture.signIn(ProviderFixture.ada, ["prompt": "none"])
        #expect(try ProviderFixture.reply(ambiguous)["error"] == "login_required")
        #expect(try await fixture.signIn(ProviderFixture.ada, ["prompt": "select_account"]).pages == ["account-picker"])
        #expect(try await fixture.signIn(ProviderFixture.ada, ["prompt": "login"]).pages == ["sign-in"])
    }

    @Test("R81: scopes are requested when they are needed, and the consent page lists only new ones")
    func incrementalConsent() async throws {
        var fixture = try await ProviderFixture()
        let first = try await fixture.signIn(scope: "openid profile offline_access user.read")
        #expect(first.pages == ["sign-in", "consent"])
        let page = try #require(first.consent)
        #expect(page.text.contains("User.Read") && !page.text.contains("Mail.Read"))
        let code = try ProviderFixture.reply(first)["code"] ?? ""
        let tokens = try TokenResponse(parsing: try await fixture.redeem(code).body)
        let silent = try await fixture.refresh(tokens.refreshToken?.reveal() ?? "", scope: "openid mail.read")
        #expect(silent.number == 65001)
        #expect(silent.json["suberror"]?.stringValue == "consent_required")
        let second = try await fixture.signIn(scope: "openid profile offline_access mail.read")
        #expect(second.pages == ["consent"])
        let delta = try #require(second.consent)
        #expect(delta.text.contains("Mail.Read") && !delta.text.contains("User.Read"))
        let both = try TokenResponse(
            parsing: try await fixture.redeem(try ProviderFixture.reply(second)["code"] ?? "").body)
        #expect(both.scopes?.contains("mail.read") == true)
        #expect(both.scopes?.contains("User.Read") == true)
        #expect(try await fixture.signIn(scope: "openid user.read mail.read").pages.isEmpty)
    }

    @Test("With partial consent the user clears a box, and the tokens lack that scope alone")
    func partialConsent() async throws {
        var fixture = try await ProviderFixture()
        var person = ProviderFixture.ada
        person.declining = ["api://files/Files.ReadWrite"]
        let visit = try await fixture.signIn(
            person, scope: "openid offline_access api://files/Files.Read api://files/Files.ReadWrite")
        let tokens = try TokenResponse(
            parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
        #expect(tokens.scopes?.contains("api://files/Files.Read") == true)
        #expect(tokens.scopes?.contains("api://files/Files.ReadWrite") == false)
    }

    @Test("A user who clears every new box signs in with the scopes granted before")
    func clearEveryNewBox() async throws {
        var fixture = try await ProviderFixture()
        var person = ProviderFixture.ada
        _ = try await fixture.signIn(person, scope: "openid offline_access api://files/Files.Read")
        person.declining = ["api://files/Files.ReadWrite"]
        let visit = try await fixture.signIn(
            person, scope: "openid offline_access api://files/Files.Read api://files/Files.ReadWrite")
        let tokens = try TokenResponse(
            parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
        #expect(tokens.scopes?.contains("api://files/Files.Read") == true)
        #expect(tokens.scopes?.contains("api://files/Files.ReadWrite") == false)
    }

    @Test("Without partial consent there are no boxes")
    func wholeConsent() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.apply(["partialConsent": false])
        let visit = try await fixture.signIn()
        let page = try #require(visit.consent)
        #expect(!page.forms.contains { $0.has("scope") })
        #expect(visit.hasCode)
    }

    @Test("Declining the consent page returns an error to the app, and nothing is granted")
    func decline() async throws {
        var fixture = try await ProviderFixture()
        var person = ProviderFixture.ada
        person.consents = false
        let reply = try ProviderFixture.reply(try await fixture.signIn(person))
        #expect(reply["error"] == "access_denied")
        #expect(reply["error_subcode"] == "cancel")
        #expect(reply["error_description"]?.hasPrefix("AADSTS65004") == true)
        #expect(try await fixture.signIn().pages == ["consent"])
    }

    @Test("A form sent by another browser is refused")
    func crossSite() async throws {
        var fixture = try await ProviderFixture()
        let url = try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid"))
        guard case .page(let address, let page, _) = try await fixture.browser.open(url) else {
            Issue.record("no page")
            return
        }
        let form = try #require(page.forms.first)
        let values = form.submission(filling: ["login": "ada@contoso.test", "passwd": SeedData.password])
        var other = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        guard case .page(_, let refused, let status) = try await other.send(form, values, from: address) else {
            Issue.record("no page")
            return
        }
        #expect(status == 400)
        #expect(refused.textByID["error-code"] == "AADSTS50089")
    }

    @Test("Ten wrong passwords lock the account, a repeated one does not count, and time unlocks it")
    func lockout() async throws {
        var fixture = try await ProviderFixture()
        for _ in 0..<12 {
            let same = try await fixture.signIn(Person(user: "ada@contoso.test", password: "the same"))
            #expect(same.errorNumber == 50126)
        }
        for number in 1..<9 {
            let other = try await fixture.signIn(Person(user: "ada@contoso.test", password: "wrong \(number)"))
            #expect(other.errorNumber == 50126)
        }
        #expect(try await fixture.signIn(Person(user: "ada@contoso.test", password: "last")).errorNumber == 50053)
        #expect(try await fixture.signIn().errorNumber == 50053)
        fixture.clock.advance(seconds: 61)
        #expect(try await fixture.signIn().hasCode)
    }

    @Test("Signing out ends the session, and redirects only to a registered address")
    func logout() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn()
        let foreign = try fixture.url(
            "/common/oauth2/v2.0/logout",
            [("post_logout_redirect_uri", "https://attacker.test/"), ("client_id", SeedData.suiteClientID)])
        let visit = try await ProviderFixture.ada.visit(foreign, with: &fixture.browser)
        #expect(visit.pages == ["signed-out"])
        #expect(
            try await fixture.signIn(ProviderFixture.ada, ["prompt": "none"]).redirect?.contains("login_required")
                == true)
        let own = try fixture.url(
            "/common/oauth2/v2.0/logout",
            [
                ("post_logout_redirect_uri", "http://localhost/contoso-a"), ("client_id", SeedData.suiteClientID),
                ("state", "s t"),
            ])
        #expect(
            try await ProviderFixture.ada.visit(own, with: &fixture.browser).redirect
                == "http://localhost/contoso-a?state=s%20t")
    }
}

extension Person.Visit {
    /// The last page, if it was a consent page.
    var consent: HTMLDocument? { lastPage?.pageName == "consent" ? lastPage : nil }
}
