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
    private func fixture() async throws -> ProviderFixture {
        var fixture = try await ProviderFixture()
        try await fixture.registerAPI(
            appID: Self.secret, uri: "https://vault.test",
            scopes: [(Self.ids[0], "Vault.Read", "User"), (Self.ids[1], "Vault.Open", "Admin")])
        try await fixture.registerClient(
            appID: Self.client,
            declaring: [
                (Self.secret, Self.ids),
                ("00000003-0000-0000-c000-000000000000", ["e1fe6dd8-ba31-4d61-89e7-88639da4683d"]),
            ])
        fixture.clientID = Self.client
        fixture.redirectURI = "http://localhost:51000/client"
        return fixture
    }

    private func scopes(_ visit: Person.Visit, _ fixture: ProviderFixture) async throws -> Set<String> {
        let response = try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "")
        return try await fixture.scp(try TokenResponse(parsing: response.body))
    }

    @Test("A request for /.default asks once for everything that is declared at every API")
    func staticConsent() async throws {
        var fixture = try await ProviderFixture()
        let first = try await fixture.signIn(scope: "openid offline_access api://files/.default")
        let page = try #require(first.consent)
        for name in ["Files.Read", "Files.ReadWrite", "User.Read"] { #expect(page.text.contains(name)) }
        #expect(!page.text.contains("Mail.Read"))
        #expect(try await fixture.signIn(scope: "openid https://graph.microsoft.com/.default").pages.isEmpty)
        let again = try await fixture.signIn(
            ProviderFixture.ada, scope: "openid api://files/.default", ["prompt": "consent"])
        #expect(again.pages == ["consent"])
        #expect(again.consent?.text.contains("User.Read") == true)
    }

    @Test("A request for /.default is satisfied by scopes that were granted before by name")
    func staticAfterDynamic() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(scope: "openid offline_access api://files/Files.Read")
        let visit = try await fixture.signIn(scope: "openid offline_access api://files/.default")
        #expect(visit.pages.isEmpty)
        #expect(try await scopes(visit, fixture) == ["Files.Read"])
    }

    @Test("The page asks for new scopes and lists those that are already allowed")
    func delta() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn(scope: "openid offline_access user.read")
        let page = try #require(
            try await fixture.signIn(scope: "openid offline_access user.read mail.read").consent)
        #expect(page.forms.flatMap { $0.values("scope") } == ["mail.read"])
        #expect(page.text.contains("Allowed before: Read your profile."))
    }

    @Test("R141: a permission that the registration does not list is consented to when it is requested")
    func unlisted() async throws {
        var fixture = try await ProviderFixture()
        let listed = try await fixture.provider.admin.registration(of: SeedData.suiteClientID)
        #expect(listed["requiredResourceAccess"]?.text().contains("e383f46e-2787-4529-855e-0e479a3ffac0") == false)
        let visit = try await fixture.signIn(scope: "openid profile offline_access Mail.Send")
        #expect(visit.pages == ["sign-in", "consent"])
        #expect(visit.consent?.forms.flatMap { $0.values("scope") } == ["Mail.Send"])
        let tokens = try TokenResponse(
            parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
        #expect(try await fixture.scp(tokens) == ["openid", "profile", "Mail.Send"])
        // From then on it is granted like any other: silently, and as part of /.default.
        let silent = try await fixture.refresh(tokens.refreshToken?.reveal() ?? "", scope: "openid Mail.Send")
        #expect(silent.status == 200)
        let all = try await fixture.refresh(
            tokens.refreshToken?.reveal() ?? "", scope: "https://graph.microsoft.com/.default")
        #expect(try await fixture.scp(try TokenResponse(parsing: all.body)) == ["Mail.Send"])
        // The registration is unchanged.
        let after = try await fixture.provider.admin.registration(of: SeedData.suiteClientID)
        #expect(after == listed)
    }

    @Test("A user cannot grant an administrators' permission; an administrator grants it for all users")
    func administratorsOnly() async throws {
        var fixture = try await fixture()
        let scope = "openid offline_access https://vault.test/Vault.Open"
        let refused = try ProviderFixture.reply(try await fixture.signIn(scope: scope))
        #expect(refused["error"] == "consent_required")
        #expect(refused["error_description"]?.hasPrefix("AADSTS90094") == true)
        try await fixture.provider.admin.apply(
            ["acceptsConsentRequests": true])
        #expect(
            try ProviderFixture.reply(try await fixture.signIn(scope: scope))["error_description"]?.hasPrefix(
                "AADSTS90095") == true)
        // The administrator consents, at the dedicated address, to everything that is declared.
        var office = fixture
        office.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let url = try fixture.url(
            "/contoso.test/adminconsent",
            [("client_id", Self.client), ("redirect_uri", fixture.redirectURI), ("state", "the-state")])
        let visit = try await Person.grace.visit(url, with: &office.browser)
        #expect(visit.pages == ["sign-in", "consent"])
        let reply = try ProviderFixture.reply(visit)
        #expect(reply["admin_consent"] == "True" && reply["tenant"] == SeedData.tenantID)
        #expect(reply["state"] == "the-state" && reply["code"] == nil)
        let after = try await fixture.signIn(scope: scope)
        #expect(after.pages.isEmpty)
        #expect(try await scopes(after, fixture).contains("Vault.Open"))
    }

    @Test("The adminconsent address refuses users who are not administrators, and accepts a refusal")
    func adminConsentRefused() async throws {
        var fixture = try await fixture()
        let parameters = [("client_id", Self.client), ("redirect_uri", fixture.redirectURI), ("state", "s")]
        let url = try fixture.url(
            "/organizations/v2.0/adminconsent", parameters + [("scope", "https://vault.test/Vault.Read")])
        let user = try await ProviderFixture.ada.visit(url, with: &fixture.browser)
        #expect(try ProviderFixture.reply(user)["error"] == "consent_required")
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        var grace = Person.grace
        grace.consents = false
        let declined = try ProviderFixture.reply(try await grace.visit(url, with: &fixture.browser))
        #expect(declined["error"] == "access_denied")
        #expect(try await fixture.signIn(.grace, scope: "openid https://vault.test/Vault.Read").pages == ["consent"])
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        grace.consents = true
        let accepted = try ProviderFixture.reply(try await grace.visit(url, with: &fixture.browser))
        #expect(accepted["scope"] == "https://vault.test/Vault.Read")
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        #expect(try await fixture.signIn(scope: "openid https://vault.test/Vault.Read").pages == ["sign-in"])
    }

    @Test("At version 1 prompt=admin_consent applies to all users, and only an administrator may use it")
    func versionOne() async throws {
        var fixture = try await fixture()
        let refused = try await fixture.signInByADAL(
            ProviderFixture.ada, resource: "https://vault.test", ["prompt": "admin_consent"])
        #expect(try ProviderFixture.reply(refused)["error"] == "consent_required")
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let given = try await fixture.signInByADAL(.grace, resource: "https://vault.test", ["prompt": "admin_consent"])
        #expect(given.pages == ["sign-in", "consent"])
        #expect(try ProviderFixture.reply(given)["admin_consent"] == "True")
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let ada = try await fixture.signInByADAL(ProviderFixture.ada, resource: "https://vault.test")
        #expect(ada.pages == ["sign-in"])
        let tokens = try TokenResponse(
            parsing: try await fixture.redeemV1(try ProviderFixture.reply(ada)["code"] ?? "").body)
        #expect(try await fixture.scp(tokens) == ["Vault.Read", "Vault.Open"])
    }

    @Test("An administrator's consent page has the box that extends the consent to all users")
    func onBehalf() async throws {
        var fixture = try await fixture()
        let scope = "openid offline_access https://vault.test/Vault.Read"
        let own = try await fixture.signIn(.grace, scope: scope)
        #expect(own.consent?.forms.contains { $0.has("org") } == true)
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        // The box was not ticked: the consent applies to Grace alone.
        let ada = try await fixture.signIn(scope: scope)
        #expect(ada.pages == ["sign-in", "consent"])
        #expect(ada.consent?.forms.contains { $0.has("org") } == false)
    }

    @Test("Where users may not consent, only an administrator's consent counts")
    func noUserConsent() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.apply(["allowsUserConsent": false])
        #expect(try ProviderFixture.reply(try await fixture.signIn())["error"] == "consent_required")
        try await fixture.provider.admin.setConsent(
            user: nil, clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
        let visit = try await fixture.signIn()
        #expect(visit.pages.isEmpty)
        #expect(try await scopes(visit, fixture) == ["Files.Read"])
    }

    @Test("A client preauthorized by the API needs no consent; users consent to a vendor's client that is not")
    func inAdvance() async throws {
        var fixture = try await fixture()
        try await fixture.registerAPI(
            appID: Self.secret, uri: "https://vault.test",
            scopes: [(Self.ids[0], "Vault.Read", "User"), (Self.ids[1], "Vault.Open", "Admin")],
            preAuthorized: [["appId": .string(Self.client), "delegatedPermissionIds": .strings([Self.ids[0]])]])
        let visit = try await fixture.signIn(scope: "offline_access https://vault.test/Vault.Read")
        #expect(!visit.pages.contains("consent") || visit.consent?.text.contains("Vault.Read") == false)
        #expect(try await scopes(visit, fixture) == ["Vault.Read"])
        fixture.clientID = SeedData.commandLineClientID
        fixture.redirectURI = "http://localhost:51000"
        let vendor = try await fixture.signIn(scope: "openid https://vault.test/Vault.Read")
        #expect(vendor.pages == ["consent"] && vendor.consent?.text.contains("Vault.Read") == true)
        #expect(try await scopes(vendor, fixture) == ["Vault.Read"])
        try await fixture.provider.admin.change(Self.secret, ["isFirstParty": true])
        let own = try await fixture.signIn(scope: "openid https://vault.test/Vault.Open")
        #expect(try ProviderFixture.reply(own)["error_description"]?.hasPrefix("AADSTS65002") == true)
    }

    @Test(
        "The admin API refuses single permissions in any tenant: they are omitted silently until they are accepted")
    func refusedByAdministrator() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        try await admin.apply(["partialConsent": false])
        try await admin.setConsent(
            user: "ada@contoso.test", clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"],
            refused: ["Files.ReadWrite"])
        let both = "openid offline_access api://files/Files.Read api://files/Files.ReadWrite"
        let visit = try await fixture.signIn(scope: both)
        #expect(visit.pages == ["sign-in"])
        let tokens = try TokenResponse(
            parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
        #expect(try await fixture.scp(tokens) == ["Files.Read"])
        let granted = GrantedScopes(
            requested: ["api://files/Files.Read", "api://files/Files.ReadWrite"], response: tokens.scopes)
        #expect(granted.declined == ["api://files/Files.ReadWrite"])
        // A silent request gets the same: asking again would not help.
        let silent = try await fixture.refresh(tokens.refreshToken?.reveal() ?? "", scope: both)
        #expect(try await fixture.scp(try TokenResponse(parsing: silent.body)) == ["Files.Read"])
        // Requested alone it is refused, because no scope would be left.
        let alone = try await fixture.refresh(
            tokens.refreshToken?.reveal() ?? "", scope: "openid api://files/Files.ReadWrite")
        #expect(alone.number == 65001)
        let listed = try await admin.graph(.get, "users/ada@contoso.test/oauth2PermissionGrants")["value"]?.arrayValue
        #expect(listed?.map { $0["scope"]?.stringValue } == ["Files.Read"])
        // prompt=consent asks again, and the user's consent overrides the refusal.
        let asked = try await fixture.signIn(ProviderFixture.ada, scope: both, ["prompt": "consent"])
        #expect(asked.pages == ["consent"])
        #expect(try await scopes(asked, fixture) == ["Files.Read", "Files.ReadWrite"])
    }

    @Test("One consent request may name several APIs; a token is for one")
    func severalAPIs() async throws {
        var fixture = try await ProviderFixture()
        let visit = try await fixture.signIn(scope: "openid offline_access api://files/Files.Read User.Read")
        let page = try #require(visit.consent)
        #expect(page.forms.flatMap { $0.values("scope") } == ["api://files/Files.Read", "User.Read"])
        let mixed = try await fixture.redeem(
            try ProviderFixture.reply(visit)["code"] ?? "", scope: "api://files/Files.Read User.Read")
        #expect(mixed.number == 700022)
    }
}
