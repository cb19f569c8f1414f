import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Consent")
struct ConsentRulesTests {
    private static let secret = "bbbbbbbb-0000-4000-8000-000000000003"
    private static let client = "cccccccc-0000-4000-8000-000000000001"
    private static let ids = ["44444444-0000-4000-8000-000000009011", "44444444-0000-4000-8000-000000009012"]

    /// An API with a permission that only administrators may grant, and a client that declares it and one of Graph's.
    private func desk() async throws -> Desk {
        var desk = try await Desk()
        try await desk.registerAPI(
            appID: Self.secret, uri: "https://vault.test",
            scopes: [(Self.ids[0], "Vault.Read", "User"), (Self.ids[1], "Vault.Open", "Admin")])
        try await desk.registerClient(
            appID: Self.client,
            declaring: [
                (Self.secret, Self.ids),
                ("00000003-0000-0000-c000-000000000000", ["44444444-0000-4000-8000-000000000011"]),
            ])
        desk.clientID = Self.client
        desk.redirectURI = "http://localhost:51000/client"
        return desk
    }

    private func scopes(_ visit: Person.Visit, _ desk: Desk) async throws -> Set<String> {
        let response = try await desk.redeem(try Desk.reply(visit)["code"] ?? "")
        return try await desk.scp(try TokenResponse(parsing: response.body))
    }

    @Test("A request for /.default asks once for everything that is declared at every API")
    func staticConsent() async throws {
        var desk = try await Desk()
        let first = try await desk.signIn(scope: "openid offline_access api://files/.default")
        let page = try #require(first.consent)
        for name in ["Files.Read", "Files.ReadWrite", "User.Read"] { #expect(page.text.contains(name)) }
        #expect(!page.text.contains("Mail.Read"))
        #expect(try await desk.signIn(scope: "openid https://graph.microsoft.com/.default").pages.isEmpty)
        let again = try await desk.signIn(Desk.ada, scope: "openid api://files/.default", ["prompt": "consent"])
        #expect(again.pages == ["consent"])
        #expect(again.consent?.text.contains("User.Read") == true)
    }

    @Test("A request for /.default is satisfied by scopes that were granted before by name")
    func staticAfterDynamic() async throws {
        var desk = try await Desk()
        _ = try await desk.signIn(scope: "openid offline_access api://files/Files.Read")
        let visit = try await desk.signIn(scope: "openid offline_access api://files/.default")
        #expect(visit.pages.isEmpty)
        #expect(try await scopes(visit, desk) == ["Files.Read"])
    }

    @Test("The page asks for new scopes and lists those that are already allowed")
    func delta() async throws {
        var desk = try await Desk()
        _ = try await desk.signIn(scope: "openid offline_access user.read")
        let page = try #require(
            try await desk.signIn(scope: "openid offline_access user.read mail.read").consent)
        #expect(page.forms.flatMap { $0.values("scope") } == ["mail.read"])
        #expect(page.text.contains("Allowed before: Read your profile."))
    }

    @Test("R141: a permission that the registration does not list is consented to when it is requested")
    func unlisted() async throws {
        var desk = try await Desk()
        let listed = try await desk.provider.admin.call(.get, "/_admin/applications/\(SeedData.suiteClientID)")
        #expect(listed["requiredResourceAccess"]?.text().contains("44444444-0000-4000-8000-000000000013") == false)
        let visit = try await desk.signIn(scope: "openid profile offline_access Mail.Send")
        #expect(visit.pages == ["sign-in", "consent"])
        #expect(visit.consent?.forms.flatMap { $0.values("scope") } == ["Mail.Send"])
        let tokens = try TokenResponse(parsing: try await desk.redeem(try Desk.reply(visit)["code"] ?? "").body)
        #expect(try await desk.scp(tokens) == ["openid", "profile", "Mail.Send"])
        // From then on it is granted like any other: silently, and as part of /.default.
        let silent = try await desk.refresh(tokens.refreshToken?.reveal() ?? "", scope: "openid Mail.Send")
        #expect(silent.status == 200)
        let all = try await desk.refresh(
            tokens.refreshToken?.reveal() ?? "", scope: "https://graph.microsoft.com/.default")
        #expect(try await desk.scp(try TokenResponse(parsing: all.body)) == ["Mail.Send"])
        // The registration is unchanged.
        let after = try await desk.provider.admin.call(.get, "/_admin/applications/\(SeedData.suiteClientID)")
        #expect(after == listed)
    }

    @Test("A user cannot grant an administrators' permission; an administrator grants it for all users")
    func administratorsOnly() async throws {
        var desk = try await desk()
        let scope = "openid offline_access https://vault.test/Vault.Open"
        let refused = try Desk.reply(try await desk.signIn(scope: scope))
        #expect(refused["error"] == "consent_required")
        #expect(refused["error_description"]?.hasPrefix("AADSTS90094") == true)
        try await desk.provider.admin.call(
            .patch, "/_admin/tenants/contoso.test", ["acceptsConsentRequests": true])
        #expect(
            try Desk.reply(try await desk.signIn(scope: scope))["error_description"]?.hasPrefix("AADSTS90095") == true)
        // The administrator consents, at the dedicated address, to everything that is declared.
        var office = desk
        office.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        let url = try desk.url(
            "/contoso.test/adminconsent",
            [("client_id", Self.client), ("redirect_uri", desk.redirectURI), ("state", "the-state")])
        let visit = try await Person.grace.visit(url, with: &office.browser)
        #expect(visit.pages == ["sign-in", "consent"])
        let reply = try Desk.reply(visit)
        #expect(reply["admin_consent"] == "True" && reply["tenant"] == SeedData.tenantID)
        #expect(reply["state"] == "the-state" && reply["code"] == nil)
        let after = try await desk.signIn(scope: scope)
        #expect(after.pages.isEmpty)
        #expect(try await scopes(after, desk).contains("Vault.Open"))
    }

    @Test("The adminconsent address refuses users who are not administrators, and accepts a refusal")
    func adminConsentRefused() async throws {
        var desk = try await desk()
        let parameters = [("client_id", Self.client), ("redirect_uri", desk.redirectURI), ("state", "s")]
        let url = try desk.url(
            "/organizations/v2.0/adminconsent", parameters + [("scope", "https://vault.test/Vault.Read")])
        let user = try await Desk.ada.visit(url, with: &desk.browser)
        #expect(try Desk.reply(user)["error"] == "consent_required")
        desk.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        var grace = Person.grace
        grace.consents = false
        let declined = try Desk.reply(try await grace.visit(url, with: &desk.browser))
        #expect(declined["error"] == "access_denied")
        #expect(try await desk.signIn(.grace, scope: "openid https://vault.test/Vault.Read").pages == ["consent"])
        desk.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        grace.consents = true
        let accepted = try Desk.reply(try await grace.visit(url, with: &desk.browser))
        #expect(accepted["scope"] == "https://vault.test/Vault.Read")
        desk.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        #expect(try await desk.signIn(scope: "openid https://vault.test/Vault.Read").pages == ["sign-in"])
    }

    @Test("At version 1 prompt=admin_consent applies to all users, and only an administrator may use it")
    func versionOne() async throws {
        var desk = try await desk()
        let refused = try await desk.signInV1(Desk.ada, resource: "https://vault.test", ["prompt": "admin_consent"])
        #expect(try Desk.reply(refused)["error"] == "consent_required")
        desk.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        let given = try await desk.signInV1(.grace, resource: "https://vault.test", ["prompt": "admin_consent"])
        #expect(given.pages == ["sign-in", "consent"])
        #expect(try Desk.reply(given)["admin_consent"] == "True")
        desk.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        let ada = try await desk.signInV1(Desk.ada, resource: "https://vault.test")
        #expect(ada.pages == ["sign-in"])
        let tokens = try TokenResponse(parsing: try await desk.redeemV1(try Desk.reply(ada)["code"] ?? "").body)
        #expect(try await desk.scp(tokens) == ["Vault.Read", "Vault.Open"])
    }

    @Test("An administrator's consent page has the box that extends the consent to all users")
    func onBehalf() async throws {
        var desk = try await desk()
        let scope = "openid offline_access https://vault.test/Vault.Read"
        let own = try await desk.signIn(.grace, scope: scope)
        #expect(own.consent?.forms.contains { $0.has("org") } == true)
        desk.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        // The box was not ticked: the consent applies to Grace alone.
        let ada = try await desk.signIn(scope: scope)
        #expect(ada.pages == ["sign-in", "consent"])
        #expect(ada.consent?.forms.contains { $0.has("org") } == false)
    }

    @Test("Where users may not consent, only an administrator's consent counts")
    func noUserConsent() async throws {
        var desk = try await Desk()
        try await desk.provider.admin.call(.patch, "/_admin/tenants/contoso.test", ["allowsUserConsent": false])
        #expect(try Desk.reply(try await desk.signIn())["error"] == "consent_required")
        try await desk.provider.admin.setConsent(
            user: nil, clientID: desk.clientID, resource: "api://files", granted: ["Files.Read"])
        let visit = try await desk.signIn()
        #expect(visit.pages.isEmpty)
        #expect(try await scopes(visit, desk) == ["Files.Read"])
    }

    @Test("A client preauthorized by the API needs no consent; a vendor's client that is not is refused")
    func inAdvance() async throws {
        var desk = try await desk()
        try await desk.registerAPI(
            appID: Self.secret, uri: "https://vault.test",
            scopes: [(Self.ids[0], "Vault.Read", "User"), (Self.ids[1], "Vault.Open", "Admin")],
            preAuthorized: [["appId": .string(Self.client), "delegatedPermissionIds": .strings([Self.ids[0]])]])
        let visit = try await desk.signIn(scope: "offline_access https://vault.test/Vault.Read")
        #expect(!visit.pages.contains("consent") || visit.consent?.text.contains("Vault.Read") == false)
        #expect(try await scopes(visit, desk) == ["Vault.Read"])
        desk.clientID = SeedData.commandLineClientID
        desk.redirectURI = "http://localhost:51000"
        let vendor = try await desk.signIn(scope: "openid https://vault.test/Vault.Read")
        #expect(try Desk.reply(vendor)["error_description"]?.hasPrefix("AADSTS65002") == true)
    }

    @Test(
        "The admin API refuses single permissions in any tenant: they are omitted silently until they are accepted")
    func refusedByAdministrator() async throws {
        var desk = try await Desk()
        let admin = desk.provider.admin
        try await admin.call(.patch, "/_admin/tenants/contoso.test", ["partialConsent": false])
        try await admin.setConsent(
            user: "ada@contoso.test", clientID: desk.clientID, resource: "api://files", granted: ["Files.Read"],
            refused: ["Files.ReadWrite"])
        let both = "openid offline_access api://files/Files.Read api://files/Files.ReadWrite"
        let visit = try await desk.signIn(scope: both)
        #expect(visit.pages == ["sign-in"])
        let tokens = try TokenResponse(parsing: try await desk.redeem(try Desk.reply(visit)["code"] ?? "").body)
        #expect(try await desk.scp(tokens) == ["Files.Read"])
        let granted = GrantedScopes(
            requested: ["api://files/Files.Read", "api://files/Files.ReadWrite"], response: tokens.scopes)
        #expect(granted.declined == ["api://files/Files.ReadWrite"])
        // A silent request gets the same: asking again would not help.
        let silent = try await desk.refresh(tokens.refreshToken?.reveal() ?? "", scope: both)
        #expect(try await desk.scp(try TokenResponse(parsing: silent.body)) == ["Files.Read"])
        // Requested alone it is refused, because no scope would be left.
        let alone = try await desk.refresh(
            tokens.refreshToken?.reveal() ?? "", scope: "openid api://files/Files.ReadWrite")
        #expect(alone.number == 65001)
        let listed = try await admin.call(
            .get, "/_admin/consents", query: "client_id=\(desk.clientID)&user=ada@contoso.test")
        #expect(listed["value"]?.arrayValue?.first?["refused"] == ["Files.ReadWrite"])
        // prompt=consent asks again, and the user's consent overrides the refusal.
        let asked = try await desk.signIn(Desk.ada, scope: both, ["prompt": "consent"])
        #expect(asked.pages == ["consent"])
        #expect(try await scopes(asked, desk) == ["Files.Read", "Files.ReadWrite"])
    }

    @Test("One consent request may name several APIs; a token is for one")
    func severalAPIs() async throws {
        var desk = try await Desk()
        let visit = try await desk.signIn(scope: "openid offline_access api://files/Files.Read User.Read")
        let page = try #require(visit.consent)
        #expect(page.forms.flatMap { $0.values("scope") } == ["api://files/Files.Read", "User.Read"])
        let mixed = try await desk.redeem(
            try Desk.reply(visit)["code"] ?? "", scope: "api://files/Files.Read User.Read")
        #expect(mixed.number == 700022)
    }
}
