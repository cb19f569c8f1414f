import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Second factors")
struct SecondFactorTests {
    static let key = Secret("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")

    private func ada(_ change: (inout Person) -> Void = { _ in }) -> Person {
        var ada = ProviderFixture.ada
        change(&ada)
        return ada
    }

    @Test("R1-part: one password and one code of the app, and the tokens say so; a second app is silent in the browser")
    func authenticator() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("mfa")
        try await fixture.provider.admin.setFactors(of: "ada@contoso.test", authenticatorKey: Self.key)
        let person = ada { $0.authenticatorKey = Self.key }
        let visit = try await fixture.signInByADAL(person)
        #expect(visit.pages == ["sign-in", "second-factor", "consent"])
        let tokens = try await fixture.redeemV1(try ProviderFixture.reply(visit)["code"] ?? "")
        #expect(tokens.status == 200)
        let claims = try await fixture.claims(tokens.json["id_token"]?.stringValue.map { Secret($0) })
        #expect(claims["amr"] == ["pwd", "otp", "mfa"])
        fixture.redirectURI = "http://localhost:51000/contoso-b"
        let second = try await fixture.signInByADAL(person)
        #expect(second.pages.isEmpty)
        #expect(second.hasCode)
        #expect(try await fixture.provider.admin.count("password_prompt") == 1)
        #expect(try await fixture.provider.admin.count("second_factor_prompt") == 1)
        #expect(try await fixture.provider.admin.count("second_factor_accepted") == 1)
    }

    @Test("A code sent as a text is in the sign-in log, and the page shows only the end of the number")
    func texted() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        try await admin.require("mfa")
        try await admin.setFactors(of: "ada@contoso.test", phoneNumber: "+49 (155) 5010-42")
        let visit = try await fixture.signIn(ada { $0.readsText = { try await admin.lastTextedCode() } })
        #expect(visit.hasCode)
        #expect(visit.pages == ["sign-in", "second-factor", "consent"])
        #expect(try await admin.count("code_texted") == 1)
        // The code is used up: another browser cannot use it.
        let code = try await admin.lastTextedCode()
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let again = try await fixture.signIn(ada { $0.readsText = { code } })
        #expect(again.errorNumber == 50074)
        #expect(!again.hasCode)
    }

    @Test("A texted code proves the number that it was sent to, not one that is registered meanwhile")
    func textIsForOneNumber() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        try await admin.require("mfa")
        try await admin.setFactors(of: "ada@contoso.test", phoneNumber: "+4915550142")
        let visit = try await fixture.signIn(
            ada {
                $0.readsText = {
                    // Between sending and entering, the number becomes another user's.
                    let code = try await admin.lastTextedCode()
                    try await admin.setFactors(of: "ada@contoso.test", phoneNumber: "+4915550143")
                    return code
                }
            })
        #expect(visit.errorNumber == 50074)
        #expect(!visit.hasCode)
        #expect(try await admin.count("code_texted") == 1)
        let own = try await fixture.signIn(ada { $0.readsText = { try await admin.lastTextedCode() } })
        #expect(own.hasCode)
    }

    @Test("At most five codes are sent in an hour")
    func textsAreLimited() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        try await admin.require("mfa")
        try await admin.setFactors(of: "ada@contoso.test", phoneNumber: "+4915550142")
        for _ in 0..<7 {
            fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
            _ = try await fixture.signIn(ada { $0.readsText = { nil } })
        }
        #expect(try await admin.count("code_texted") == 5)
        fixture.clock.advance(seconds: 3601)
        let visit = try await fixture.signIn(ada { $0.readsText = { try await admin.lastTextedCode() } })
        #expect(visit.hasCode)
    }

    @Test(
        "A user without a second factor registers one where a policy requires it, app or phone, and then uses it")
    func registration() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        try await admin.require("mfa")
        let first = try await fixture.signIn()
        #expect(first.pages == ["sign-in", "register-factor", "consent"])
        #expect(first.hasCode)
        let key = try #require(first.registeredKey)
        // The code used for registration is used up.
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        #expect(try await fixture.signIn(ada { $0.authenticatorKey = key }).errorNumber == 50074)
        fixture.clock.advance(seconds: 30)
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        #expect(try await fixture.signIn(ada { $0.authenticatorKey = key }).hasCode)

        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        var grace = Person.grace
        grace.phoneNumber = "+4915550143"
        grace.readsText = { try await admin.lastTextedCode() }
        let second = try await fixture.signIn(grace)
        #expect(second.pages.prefix(3) == ["sign-in", "register-factor", "register-factor"])
        #expect(second.hasCode)
        let methods = try await admin.graph(.get, "users/grace@contoso.test/authentication/methods")["value"]?
            .arrayValue
        #expect(methods?.compactMap { $0["phoneNumber"]?.stringValue } == ["+4915550143"])
        let authenticator = try await admin.call(.get, "/_admin/users/grace@contoso.test/authenticator")
        #expect(authenticator["isRegistered"] == false)
    }

    @Test("Ten wrong codes lock the factor for a minute, during which the right one is refused as well")
    func lockout() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        try await admin.require("mfa")
        try await admin.setFactors(of: "ada@contoso.test", authenticatorKey: Self.key)
        for _ in 0..<10 {
            let visit = try await fixture.signIn(ada { $0.readsText = { "000000" } })
            #expect(visit.errorNumber == 50074)
        }
        let right = ada { $0.authenticatorKey = Self.key }
        #expect(try await fixture.signIn(right).errorNumber == 50074)
        fixture.clock.advance(seconds: 61)
        #expect(try await fixture.signIn(right).hasCode)
    }

    @Test("Without a prompt the client gets the error that interaction is required")
    func silent() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn()
        try await fixture.provider.admin.require("mfa")
        let unregistered = try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["prompt": "none"]))
        #expect(unregistered["error"] == "interaction_required")
        #expect(unregistered["error_description"]?.hasPrefix("AADSTS50079") == true)
        try await fixture.provider.admin.setFactors(of: "ada@contoso.test", authenticatorKey: Self.key)
        let registered = try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["prompt": "none"]))
        #expect(registered["error_description"]?.hasPrefix("AADSTS50076") == true)
    }

    @Test("A consent form sent before the second factor grants nothing")
    func consentFirst() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("mfa")
        try await fixture.provider.admin.setFactors(of: "ada@contoso.test", authenticatorKey: Self.key)
        let url = try fixture.url(
            "/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid api://files/Files.Read"))
        guard case .page(let first, let signIn, _) = try await fixture.browser.open(url),
            let form = signIn.forms.first,
            case .page(let second, let page, _) = try await fixture.browser.send(
                form,
                form.submission(filling: ["login": "ada@contoso.test", "passwd": ProviderFixture.ada.password.reveal()]
                ),
                from: first)
        else {
            Issue.record("No page was shown.")
            return
        }
        #expect(page.pageName == "second-factor")
        let flow = try #require(page.forms.first?.values("flow").first)
        var forged = try #require(page.forms.first)
        forged.action = "/common/consent"
        let place = try await fixture.browser.send(
            forged, [("flow", flow), ("action", "accept"), ("scope", "api://files/Files.Read")], from: second)
        guard case .page(_, let after, _) = place else {
            Issue.record("The form led to a redirect.")
            return
        }
        #expect(after.pageName == "second-factor")
        let consents = try await fixture.provider.store.transaction {
            try $0.consents(tenantID: SeedData.tenantID, userID: SeedData.adaID, clientID: SeedData.suiteClientID)
        }
        #expect(consents.isEmpty)
    }

    @Test("A user with a second factor satisfies a step-up with it")
    func stepUp() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn()
        try await fixture.provider.admin.setFactors(of: "ada@contoso.test", authenticatorKey: Self.key)
        let claims = #"{"access_token": {"acrs": {"essential": true, "value": "c1"}}}"#
        let visit = try await fixture.signIn(ada { $0.authenticatorKey = Self.key }, ["claims": claims])
        #expect(visit.pages == ["second-factor"])
        let tokens = try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "", ["claims": claims])
        let access = try await fixture.claims(tokens.json["access_token"]?.stringValue.map { Secret($0) })
        #expect(access["acrs"] == ["c1"])
    }
}
