import KeyfobCore
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Prompts")
struct PromptTests {
    private let files = "openid offline_access api://files/Files.Read"

    @Test("prompt=none never shows a page: it returns login_required, consent_required, or a code")
    func none() async throws {
        var fixture = try await ProviderFixture()
        let nobody = try await fixture.signIn(ProviderFixture.ada, scope: files, ["prompt": "none"])
        #expect(nobody.pages.isEmpty)
        #expect(try ProviderFixture.reply(nobody)["error"] == "login_required")
        #expect(try ProviderFixture.reply(nobody)["state"] == "the-state")
        _ = try await fixture.signIn(ProviderFixture.ada, scope: files)
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: files, ["prompt": "none"]).hasCode)
        let more = try await fixture.signIn(
            ProviderFixture.ada, scope: "api://files/Files.ReadWrite", ["prompt": "none"])
        #expect(more.pages.isEmpty)
        #expect(try ProviderFixture.reply(more)["error"] == "consent_required")
        let other = try await fixture.signIn(
            ProviderFixture.ada, scope: files, ["prompt": "none", "login_hint": "grace@contoso.test"])
        #expect(try ProviderFixture.reply(other)["error"] == "login_required")
    }

    @Test("prompt=login asks for the password even of a signed-in user")
    func login() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(ProviderFixture.ada, scope: files)
        fixture.clock.advance(seconds: 600)
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: files, ["prompt": "login"]).pages == ["sign-in"])
        let wrong = Person(user: "ada@contoso.test", password: "wrong")
        let refused = try await fixture.signIn(wrong, scope: files, ["prompt": "login"])
        #expect(refused.errorNumber == 50126)
        #expect(!refused.hasCode)
    }

    @Test("prompt=consent asks again for scopes that were granted before")
    func consent() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(ProviderFixture.ada, scope: files)
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: files).pages.isEmpty)
        let again = try await fixture.signIn(ProviderFixture.ada, scope: files, ["prompt": "consent"])
        #expect(again.pages == ["consent"])
        #expect(again.hasCode)
        var person = ProviderFixture.ada
        person.consents = false
        let declined = try await fixture.signIn(person, scope: files, ["prompt": "consent"])
        #expect(try ProviderFixture.reply(declined)["error"] == "access_denied")
        // Declining the second time revokes nothing.
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: files).pages.isEmpty)
    }

    @Test("max_age asks for the password once the last one is too old")
    func maximumAge() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(ProviderFixture.ada, scope: files)
        fixture.clock.advance(seconds: 100)
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: files, ["max_age": "200"]).pages.isEmpty)
        fixture.clock.advance(seconds: 101)
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: files, ["max_age": "200"]).pages == ["sign-in"])
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: files, ["max_age": "200"]).pages.isEmpty)
        fixture.clock.advance(seconds: 201)
        let silent = try await fixture.signIn(ProviderFixture.ada, scope: files, ["max_age": "200", "prompt": "none"])
        #expect(try ProviderFixture.reply(silent)["error"] == "login_required")
    }

    @Test("A login hint fills in the name; a hint of a user who is not signed in asks for that user's password")
    func hint() async throws {
        var fixture = try await ProviderFixture()
        let parameters = fixture.authorization(scope: files, ["login_hint": "grace@contoso.test"])
        let place = try await fixture.browser.open(try fixture.url("/common/oauth2/v2.0/authorize", parameters))
        guard case .page(_, let page, _) = place else {
            Issue.record("no page")
            return
        }
        #expect(page.forms.first?.values("login") == ["grace@contoso.test"])
        _ = try await fixture.signIn(ProviderFixture.ada, scope: files)
        let grace = Person(user: "grace@contoso.test", password: SeedData.password)
        let visit = try await fixture.signIn(grace, scope: files, ["login_hint": "grace@contoso.test"])
        #expect(visit.pages == ["sign-in", "consent"])
        let tokens = try TokenResponse(
            parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
        #expect(tokens.clientInfo?.homeAccountID == "\(SeedData.graceID).\(SeedData.tenantID)")
    }

    @Test("The picker's other account leads to the password page, and its cancel button to the app")
    func pickerAnswers() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(ProviderFixture.ada, scope: files)
        var grace = Person(user: "grace@contoso.test", password: SeedData.password)
        grace.usesAnotherAccount = true
        let other = try await fixture.signIn(grace, scope: files, ["prompt": "select_account"])
        #expect(other.pages == ["account-picker", "sign-in", "consent"])
        let parameters = fixture.authorization(scope: files, ["prompt": "select_account"])
        let place = try await fixture.browser.open(try fixture.url("/common/oauth2/v2.0/authorize", parameters))
        guard case .page(let address, let page, _) = place, let form = page.forms.first else {
            Issue.record("no page")
            return
        }
        let values = form.submission(pressing: ("action", "cancel"))
        guard case .left(let redirect) = try await fixture.browser.send(form, values, from: address) else {
            Issue.record("the app got no error")
            return
        }
        #expect(redirect.contains("error=access_denied") && redirect.contains("error_subcode=cancel"))
    }

    @Test("A session that is idle for a day ends, one that is used continues")
    func inactivity() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(ProviderFixture.ada, scope: files)
        for _ in 0..<3 {
            fixture.clock.advance(seconds: 86000)
            #expect(try await fixture.signIn(ProviderFixture.ada, scope: files).pages.isEmpty)
        }
        fixture.clock.advance(seconds: 86401)
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: files).pages == ["sign-in"])
    }

    @Test("A disabled user's session is refused")
    func disabled() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        try await fixture.provider.admin.graph(.patch, "users/ada@contoso.test", ["accountEnabled": false])
        #expect(
            try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["prompt": "none"]))["error"]
                == "login_required")
        #expect(try await fixture.refresh(token).number == 50057)
    }
}
