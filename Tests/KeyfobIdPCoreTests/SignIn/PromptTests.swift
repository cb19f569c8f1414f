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
        var desk = try await Desk()
        let nobody = try await desk.signIn(Desk.ada, scope: files, ["prompt": "none"])
        #expect(nobody.pages.isEmpty)
        #expect(try Desk.reply(nobody)["error"] == "login_required")
        #expect(try Desk.reply(nobody)["state"] == "the-state")
        _ = try await desk.signIn(Desk.ada, scope: files)
        #expect(try await desk.signIn(Desk.ada, scope: files, ["prompt": "none"]).hasCode)
        let more = try await desk.signIn(Desk.ada, scope: "api://files/Files.ReadWrite", ["prompt": "none"])
        #expect(more.pages.isEmpty)
        #expect(try Desk.reply(more)["error"] == "consent_required")
        let other = try await desk.signIn(
            Desk.ada, scope: files, ["prompt": "none", "login_hint": "grace@contoso.test"])
        #expect(try Desk.reply(other)["error"] == "login_required")
    }

    @Test("prompt=login asks for the password even of a signed-in user")
    func login() async throws {
        var desk = try await Desk()
        _ = try await desk.signIn(Desk.ada, scope: files)
        desk.clock.advance(seconds: 600)
        #expect(try await desk.signIn(Desk.ada, scope: files, ["prompt": "login"]).pages == ["sign-in"])
        let wrong = Person(user: "ada@contoso.test", password: "wrong")
        let refused = try await desk.signIn(wrong, scope: files, ["prompt": "login"])
        #expect(refused.errorNumber == 50126)
        #expect(!refused.hasCode)
    }

    @Test("prompt=consent asks again for scopes that were granted before")
    func consent() async throws {
        var desk = try await Desk()
        _ = try await desk.signIn(Desk.ada, scope: files)
        #expect(try await desk.signIn(Desk.ada, scope: files).pages.isEmpty)
        let again = try await desk.signIn(Desk.ada, scope: files, ["prompt": "consent"])
        #expect(again.pages == ["consent"])
        #expect(again.hasCode)
        var person = Desk.ada
        person.consents = false
        let declined = try await desk.signIn(person, scope: files, ["prompt": "consent"])
        #expect(try Desk.reply(declined)["error"] == "access_denied")
        // Declining the second time revokes nothing.
        #expect(try await desk.signIn(Desk.ada, scope: files).pages.isEmpty)
    }

    @Test("max_age asks for the password once the last one is too old")
    func maximumAge() async throws {
        var desk = try await Desk()
        _ = try await desk.signIn(Desk.ada, scope: files)
        desk.clock.advance(seconds: 100)
        #expect(try await desk.signIn(Desk.ada, scope: files, ["max_age": "200"]).pages.isEmpty)
        desk.clock.advance(seconds: 101)
        #expect(try await desk.signIn(Desk.ada, scope: files, ["max_age": "200"]).pages == ["sign-in"])
        #expect(try await desk.signIn(Desk.ada, scope: files, ["max_age": "200"]).pages.isEmpty)
        desk.clock.advance(seconds: 201)
        let silent = try await desk.signIn(Desk.ada, scope: files, ["max_age": "200", "prompt": "none"])
        #expect(try Desk.reply(silent)["error"] == "login_required")
    }

    @Test("A login hint fills in the name; a hint of a user who is not signed in asks for that user's password")
    func hint() async throws {
        var desk = try await Desk()
        let parameters = desk.authorization(scope: files, ["login_hint": "grace@contoso.test"])
        let place = try await desk.browser.open(try desk.url("/common/oauth2/v2.0/authorize", parameters))
        guard case .page(_, let page, _) = place else {
            Issue.record("no page")
            return
        }
        #expect(page.forms.first?.values("login") == ["grace@contoso.test"])
        _ = try await desk.signIn(Desk.ada, scope: files)
        let grace = Person(user: "grace@contoso.test", password: SeedData.password)
        let visit = try await desk.signIn(grace, scope: files, ["login_hint": "grace@contoso.test"])
        #expect(visit.pages == ["sign-in", "consent"])
        let tokens = try TokenResponse(parsing: try await desk.redeem(try Desk.reply(visit)["code"] ?? "").body)
        #expect(tokens.clientInfo?.homeAccountID == "\(SeedData.graceID).\(SeedData.tenantID)")
    }

    @Test("The picker's other account leads to the password page, and its cancel button to the app")
    func pickerAnswers() async throws {
        var desk = try await Desk()
        _ = try await desk.signIn(Desk.ada, scope: files)
        var grace = Person(user: "grace@contoso.test", password: SeedData.password)
        grace.usesAnotherAccount = true
        let other = try await desk.signIn(grace, scope: files, ["prompt": "select_account"])
        #expect(other.pages == ["account-picker", "sign-in", "consent"])
        let parameters = desk.authorization(scope: files, ["prompt": "select_account"])
        let place = try await desk.browser.open(try desk.url("/common/oauth2/v2.0/authorize", parameters))
        guard case .page(let address, let page, _) = place, let form = page.forms.first else {
            Issue.record("no page")
            return
        }
        let values = form.submission(pressing: ("action", "cancel"))
        guard case .left(let redirect) = try await desk.browser.send(form, values, from: address) else {
            Issue.record("the app got no error")
            return
        }
        #expect(redirect.contains("error=access_denied") && redirect.contains("error_subcode=cancel"))
    }

    @Test("A session that is idle for a day ends, one that is used continues")
    func inactivity() async throws {
        var desk = try await Desk()
        _ = try await desk.signIn(Desk.ada, scope: files)
        for _ in 0..<3 {
            desk.clock.advance(seconds: 86000)
            #expect(try await desk.signIn(Desk.ada, scope: files).pages.isEmpty)
        }
        desk.clock.advance(seconds: 86401)
        #expect(try await desk.signIn(Desk.ada, scope: files).pages == ["sign-in"])
    }

    @Test("A disabled user's session is refused")
    func disabled() async throws {
        var desk = try await Desk()
        let token = try await desk.tokens().refreshToken?.reveal() ?? ""
        try await desk.provider.admin.call(.patch, "/_admin/users/ada@contoso.test", ["accountEnabled": false])
        #expect(try Desk.reply(try await desk.signIn(Desk.ada, ["prompt": "none"]))["error"] == "login_required")
        #expect(try await desk.refresh(token).number == 50057)
    }
}
