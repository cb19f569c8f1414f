import KeyfobCore
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Hints about the expected user")
struct HintTests {
    private static let files = "openid profile offline_access api://files/Files.Read"

    private func idToken(_ fixture: ProviderFixture, _ visit: Person.Visit) async throws -> String {
        let answer = try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "")
        return try TokenResponse(parsing: answer.body).idToken?.reveal() ?? ""
    }

    private func objectID(_ fixture: ProviderFixture, _ visit: Person.Visit) async throws -> String? {
        try IDToken(decodingWithoutValidation: try await idToken(fixture, visit)).objectID
    }

    private func silent(_ fixture: inout ProviderFixture, _ changes: [String: String?]) async throws -> Person.Visit {
        try await fixture.signIn(ProviderFixture.ada, scope: Self.files, changes.merging(["prompt": "none"]) { $1 })
    }

    @Test("An id token hint names one user: no other user's code is returned, silently or not")
    func idTokenHint() async throws {
        var fixture = try await ProviderFixture()
        let ada = try await idToken(fixture, try await fixture.signIn())
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let grace = try await idToken(fixture, try await fixture.signIn(.grace))
        let other = try await silent(&fixture, ["id_token_hint": ada])
        #expect(!other.hasCode)
        #expect(try ProviderFixture.reply(other)["error"] == "login_required")
        #expect(
            try ProviderFixture.reply(try await silent(&fixture, ["id_token_hint": "\(ada)x"]))["error"]
                == "login_required")
        #expect(try await objectID(fixture, try await silent(&fixture, ["id_token_hint": grace])) == SeedData.graceID)
        // With a page: the named user may sign in, and no other.
        let wrong = try await fixture.signIn(.grace, scope: Self.files, ["id_token_hint": ada])
        #expect(wrong.pages == ["sign-in"])
        #expect(try ProviderFixture.reply(wrong)["error"] == "login_required")
        let right = try await fixture.signIn(ProviderFixture.ada, scope: Self.files, ["id_token_hint": ada])
        #expect(right.pages == ["sign-in"])
        #expect(try await objectID(fixture, right) == SeedData.adaID)
        // A hint that cannot be read, for example after its key is retired, names no user: the user enters a name.
        let unread = try await fixture.signIn(
            ProviderFixture.ada, scope: Self.files, ["id_token_hint": "\(ada)x", "prompt": "login"])
        #expect(try await objectID(fixture, unread) == SeedData.adaID)
        // Both are signed in now, and the token has expired.
        fixture.clock.advance(seconds: 7200)
        #expect(try ProviderFixture.reply(try await silent(&fixture, [:]))["error"] == "login_required")
        #expect(try await objectID(fixture, try await silent(&fixture, ["id_token_hint": ada])) == SeedData.adaID)
        // A guest's token names the account in the home tenant.
        fixture.segment = "fabrikam.test"
        let guest = try await idToken(
            fixture,
            try await fixture.signIn(ProviderFixture.ada, scope: Self.files, ["login_hint": "ada@contoso.test"]))
        fixture.segment = "common"
        #expect(try await objectID(fixture, try await silent(&fixture, ["id_token_hint": guest])) == SeedData.adaID)
    }

    @Test("sid names one of the sessions in the browser, and a mail address the account as well as its name does")
    func sessionAndName() async throws {
        var fixture = try await ProviderFixture()
        let ada = try IDToken(decodingWithoutValidation: try await idToken(fixture, try await fixture.signIn()))
        _ = try await fixture.signIn(.grace, ["prompt": "login"])
        let sid = ada.claims["sid"]?.stringValue ?? ""
        #expect(try await objectID(fixture, try await silent(&fixture, ["sid": sid])) == SeedData.adaID)
        let unmet = try ProviderFixture.reply(try await silent(&fixture, ["sid": "nobody's"]))
        #expect(unmet["error"] == "login_required")
        #expect(unmet["error_description"]?.hasPrefix("AADSTS16002") == true)
        try await fixture.provider.admin.graph(
            .patch, "users/\(SeedData.graceID)", ["mail": "Admiral@navy.test"])
        for name in ["admiral@navy.test", "GRACE@contoso.test"] {
            #expect(try await objectID(fixture, try await silent(&fixture, ["login_hint": name])) == SeedData.graceID)
        }
    }

    @Test(
        "Signing out ends only the session that the id token names, also for version 1 and a guest",
        arguments: [true, false])
    func logout(isGuest: Bool) async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(.grace)
        let hint: String
        if isGuest {
            fixture.segment = "fabrikam.test"
            // Her mail address there, different from the one in her home tenant.
            try await fixture.provider.admin.graph(
                .patch, "users/\(SeedData.adaAtFabrikamID)", ["mail": "countess@fabrikam.test"],
                tenant: "fabrikam.test")
            hint = try await idToken(
                fixture, try await fixture.signIn(ProviderFixture.ada, scope: Self.files, ["prompt": "login"]))
            fixture.segment = "common"
        } else {
            hint = try await fixture.adalTokens(ProviderFixture.ada, ["prompt": "login"]).idToken?.reveal() ?? ""
        }
        #expect(try ProviderFixture.reply(try await silent(&fixture, [:]))["error"] == "login_required")
        _ = try await fixture.browser.open(try fixture.url("/common/oauth2/v2.0/logout", [("id_token_hint", hint)]))
        #expect(try await objectID(fixture, try await silent(&fixture, [:])) == SeedData.graceID)
    }
}
