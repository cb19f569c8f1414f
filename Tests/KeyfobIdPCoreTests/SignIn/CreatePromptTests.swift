import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Prompts that some tenants support")
struct CreatePromptTests {
    @Test(
        "prompt=create shows the sign-in page, signed in or not, where users may create accounts, and fails elsewhere"
    )
    func create() async throws {
        var fixture = try await ProviderFixture()
        fixture.clientID = SeedData.everyoneClientID
        fixture.redirectURI = "http://localhost:51000"
        fixture.segment = "consumers"
        let mary = Person(user: "mary@live.com", password: SeedData.password)
        #expect(try await fixture.signIn(mary).hasCode)
        #expect(try await fixture.signIn(mary).pages.isEmpty)
        let again = try await fixture.signIn(mary, ["prompt": "create"])
        #expect(again.pages == ["sign-in"])
        #expect(again.hasCode)
        // Customers of External ID, too.
        fixture.clientID = SeedData.clubClientID
        fixture.redirectURI = "http://localhost:51000/club"
        let query = FormParameters(fixture.authorization(scope: "openid", ["prompt": "create"])).encoded
        let base = "https://contosoclub.ciamlogin.test:8443/contosoclub.onmicrosoft.com/oauth2/v2.0/authorize"
        let sofia = Person(user: "sofia@club.test", password: SeedData.password)
        let visit = try await sofia.visit(try #require(HTTPURL("\(base)?\(query)")), with: &fixture.browser)
        #expect(visit.pages.first == "sign-in" && visit.hasCode)
        fixture.segment = "contoso.test"
        (fixture.clientID, fixture.redirectURI) = (SeedData.suiteClientID, "http://localhost:51000/contoso-a")
        let refused = try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["prompt": "create"]))
        #expect(refused["error_description"]?.hasPrefix("AADSTS90023") == true)
    }

    @Test("Version 1's prompt=no_session asks for the password of a signed-in user")
    func noSession() async throws {
        var fixture = try await ProviderFixture()
        #expect(try await fixture.signInByADAL().hasCode)
        #expect(try await fixture.signInByADAL().pages.isEmpty)
        let visit = try await fixture.signInByADAL(
            ProviderFixture.ada, resource: "api://files", ["prompt": "no_session"])
        #expect(visit.pages == ["sign-in"])
        #expect(visit.hasCode)
    }

    @Test("Without the scope profile an id token of version 2 has the subject, and neither name nor object id")
    func profile() async throws {
        var fixture = try await ProviderFixture()
        let full = try await fixture.claims(try await fixture.tokens(scope: "openid profile").idToken)
        let bare = try await fixture.claims(try await fixture.tokens(scope: "openid").idToken)
        #expect(bare["sub"] == full["sub"] && bare["tid"] == full["tid"])
        for name in ["name", "preferred_username", "oid"] {
            #expect(full[name] != nil && bare[name] == nil, "\(name)")
        }
        #expect(try await fixture.claims(try await fixture.adalTokens().idToken)["oid"] == full["oid"])
        // It still names the user to whom a later request is bound.
        let hint = try await fixture.tokens(scope: "openid").idToken?.reveal()
        _ = try await fixture.signIn(.grace, ["prompt": "login"])
        let visit = try await fixture.signIn(
            ProviderFixture.ada, scope: "openid profile", ["prompt": "none", "id_token_hint": hint])
        let answer = try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "")
        #expect(try await fixture.claims(try TokenResponse(parsing: answer.body).idToken)["oid"] == full["oid"])
    }
}
