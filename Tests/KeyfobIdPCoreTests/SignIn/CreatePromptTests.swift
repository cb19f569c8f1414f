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
        var desk = try await Desk()
        desk.clientID = SeedData.everyoneClientID
        desk.redirectURI = "http://localhost:51000"
        desk.segment = "consumers"
        let mary = Person(user: "mary@live.com", password: SeedData.password)
        #expect(try await desk.signIn(mary).hasCode)
        #expect(try await desk.signIn(mary).pages.isEmpty)
        let again = try await desk.signIn(mary, ["prompt": "create"])
        #expect(again.pages == ["sign-in"])
        #expect(again.hasCode)
        // Customers of External ID, too.
        desk.clientID = SeedData.clubClientID
        desk.redirectURI = "http://localhost:51000/club"
        let query = FormParameters(desk.authorization(scope: "openid", ["prompt": "create"])).encoded
        let base = "https://contosoclub.ciamlogin.test:8443/contosoclub.onmicrosoft.com/oauth2/v2.0/authorize"
        let sofia = Person(user: "sofia@club.test", password: SeedData.password)
        let visit = try await sofia.visit(try #require(HTTPURL("\(base)?\(query)")), with: &desk.browser)
        #expect(visit.pages.first == "sign-in" && visit.hasCode)
        desk.segment = "contoso.test"
        (desk.clientID, desk.redirectURI) = (SeedData.suiteClientID, "http://localhost:51000/contoso-a")
        let refused = try Desk.reply(try await desk.signIn(Desk.ada, ["prompt": "create"]))
        #expect(refused["error_description"]?.hasPrefix("AADSTS90023") == true)
    }

    @Test("Version 1's prompt=no_session asks for the password of a signed-in user")
    func noSession() async throws {
        var desk = try await Desk()
        #expect(try await desk.signInV1().hasCode)
        #expect(try await desk.signInV1().pages.isEmpty)
        let visit = try await desk.signInV1(Desk.ada, resource: "api://files", ["prompt": "no_session"])
        #expect(visit.pages == ["sign-in"])
        #expect(visit.hasCode)
    }

    @Test("Without the scope profile an id token of version 2 has the subject, and neither name nor object id")
    func profile() async throws {
        var desk = try await Desk()
        let full = try await desk.claims(try await desk.tokens(scope: "openid profile").idToken)
        let bare = try await desk.claims(try await desk.tokens(scope: "openid").idToken)
        #expect(bare["sub"] == full["sub"] && bare["tid"] == full["tid"])
        for name in ["name", "preferred_username", "oid"] {
            #expect(full[name] != nil && bare[name] == nil, "\(name)")
        }
        #expect(try await desk.claims(try await desk.tokensV1().idToken)["oid"] == full["oid"])
        // It still names the user to whom a later request is bound.
        let hint = try await desk.tokens(scope: "openid").idToken?.reveal()
        _ = try await desk.signIn(.grace, ["prompt": "login"])
        let visit = try await desk.signIn(
            Desk.ada, scope: "openid profile", ["prompt": "none", "id_token_hint": hint])
        let answer = try await desk.redeem(try Desk.reply(visit)["code"] ?? "")
        #expect(try await desk.claims(try TokenResponse(parsing: answer.body).idToken)["oid"] == full["oid"])
    }
}
