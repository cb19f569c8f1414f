import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Policies with what-if beside the editor, the sign-in log, the provider's settings, and sign-ins that are tried.
@Suite("Policies, log and provider in the portal")
struct PortalPolicyTests {
    private static let factorPolicy: [(String, String)] = [
        ("displayName", "A second factor for Ada"), ("state", "enabled"), ("includeUsers", PortalVisitor.ada),
        ("includeApplications", "All"), ("control-mfa", "on"),
    ]

    @Test("What-if evaluates the policy as it is in the fields, before it is saved")
    func whatIf() async throws {
        var visitor = try await PortalVisitor.signedIn()
        _ = try await visitor.open("/portal/policies/new")
        func evaluated(_ changes: [(String, String)]) async throws -> PortalVisitor.Reply {
            let form =
                Self.factorPolicy + [
                    ("action", "evaluate"), ("whatIfUser", PortalVisitor.ada), ("whatIfClient", "Contoso Suite"),
                    ("whatIfResource", "api://files"), ("whatIfKind", "mobileAppsAndDesktopClients"),
                ] + changes
            return try await visitor.post("/portal/policies/new", form)
        }
        let missing = try await evaluated([("whatIfMethods", "pwd")])
        let result = missing.document.textByID["what-if-result"] ?? ""
        #expect(
            result.contains("Access needs more: mfa.") && result.contains("A second factor for Ada (as edited)"),
            "\(missing.document.text)")
        // What was typed is still there, and nothing is saved.
        #expect(missing.text.contains("value=\"A second factor for Ada\"") && missing.text.contains("ada@contoso.test"))
        #expect(try await visitor.provider.store.transaction { try $0.directoryObjects() }.isEmpty)
        let met = try await evaluated([("whatIfMethods", "mfa")])
        #expect(met.document.textByID["what-if-result"]?.contains("Access is granted.") == true)
        let elsewhere = try await evaluated([
            ("whatIfMethods", "pwd"), ("platform-iOS", "on"), ("whatIfPlatform", "linux"),
        ])
        #expect(elsewhere.document.textByID["what-if-result"]?.contains("does not apply") == true)
        let other = try await evaluated([("whatIfUser", PortalVisitor.grace)])
        #expect(other.document.textByID["what-if-result"]?.contains("Access is granted.") == true)
        let device = try await evaluated([
            ("control-compliantDevice", "on"), ("operator", "OR"), ("whatIfDevice", "compliant"),
        ])
        #expect(device.document.textByID["what-if-result"]?.contains("Access is granted.") == true)
        let unknown = try await evaluated([("whatIfClient", "No such app")])
        #expect(unknown.status == 400 && unknown.text.contains("href=\"#policy-whatIfClient\""))
    }

    @Test("A location counts in what-if, is refused if malformed, and stays while a policy names it")
    func locations() async throws {
        var visitor = try await PortalVisitor.signedIn()
        _ = try await visitor.open("/portal/locations")
        #expect(
            try await visitor.post("/portal/locations", [("displayName", "X"), ("ranges", "office")]).status == 400)
        let made = try await visitor.post(
            "/portal/locations",
            [("displayName", "Office"), ("ranges", "192.0.2.0/24\n2001:db8::/32"), ("isTrusted", "on")])
        #expect(made.page == "portal-locations")
        let location = try #require(try await visitor.provider.store.transaction { try $0.directoryObjects() }.first)
        let form =
            Self.factorPolicy + [
                ("excludeLocations", "Office"), ("whatIfUser", PortalVisitor.ada),
                ("whatIfClient", SeedData.suiteClientID), ("whatIfLocation", location.id), ("action", "evaluate"),
            ]
        let inside = try await visitor.post("/portal/policies/new", form)
        #expect(inside.document.textByID["what-if-result"]?.contains("Access is granted.") == true)
        let saved = try await visitor.post(
            "/portal/policies/new", form.map { $0.0 == "action" ? ("action", "save") : $0 })
        #expect(saved.page == "portal-policy" && saved.text.contains("Office"))
        #expect(try await visitor.post("/portal/locations/\(location.id)/delete").status == 409)
    }

    @Test("A policy of the editor applies to the next sign-in; the log shows why it was refused and what to do")
    func enforced() async throws {
        var visitor = try await PortalVisitor.signedIn()
        _ = try await visitor.open("/portal/policies/new")
        let saved = try await visitor.post(
            "/portal/policies/new",
            [
                ("displayName", "Ada stays out"), ("state", "enabled"), ("includeUsers", PortalVisitor.ada),
                ("includeApplications", "Contoso Files"), ("control-block", "on"), ("action", "save"),
            ])
        #expect(saved.page == "portal-policy" && saved.document.text.contains("It is created."))
        let query = FormParameters([
            ("client_id", SeedData.suiteClientID), ("response_type", "code"),
            ("redirect_uri", "http://localhost:1/contoso-a"), ("scope", "openid api://files/Files.Read"),
            ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
        ])
        var browser = FormBrowser(transport: visitor.provider, clock: visitor.clock)
        let person = Person(user: PortalVisitor.ada, password: SeedData.password)
        let url = query.appended(to: visitor.provider.base.with(path: "/\(SeedData.tenantID)/oauth2/v2.0/authorize"))
        _ = try? await person.visit(url, with: &browser)
        let list = try await visitor.open("/portal/sign-ins?user=ada&result=refused&client=contoso+suite")
        #expect(list.text.contains("AADSTS53003"), "\(list.document.text)")
        let link = try #require(
            list.text.split(separator: "\"").first { $0.hasPrefix("/portal/sign-ins/") }.map(String.init))
        let entry = try await visitor.open(link)
        #expect(
            entry.document.text.contains("Ada stays out")
                && entry.document.text.contains("The policy blocks this sign-in."))
        #expect(
            entry.document.textByID["error-code"] == "AADSTS53003"
                && entry.document.textByID["remedy"]?.isEmpty == false)
        #expect(!(try await visitor.open("/portal/sign-ins?user=grace&result=refused")).text.contains("AADSTS53003"))
        #expect(!(try await visitor.open("/portal/sign-ins?user=ada&until=2001-01-01")).text.contains("AADSTS53003"))
        // The JSON goes round, what cannot be evaluated is refused, and the policy is deleted.
        let path = String(saved.address.split(separator: "?")[0])
        let object = try #require(try await visitor.provider.store.transaction { try $0.directoryObjects() }.first)
        #expect(try await visitor.post("\(path)/json", [("document", object.document)]).status == 200)
        let risk = object.document.replacing(
            "\"conditions\":{", with: "\"conditions\":{\"signInRiskLevels\":[\"high\"],")
        #expect(try await visitor.post("\(path)/json", [("document", risk)]).status == 400)
        #expect(try await visitor.post("\(path)/json", [("document", "{")]).status == 400)
        #expect(try await visitor.provider.store.transaction { try $0.directoryObjects() } == [object])
        _ = try await visitor.post("\(path)/delete")
        #expect(try await visitor.provider.store.transaction { try $0.directoryObjects() }.isEmpty)
    }

    @Test("Saving a policy that was made elsewhere keeps what the fields do not show")
    func kept() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let id = "cccccccc-0000-4000-8000-0000000000bb"
        let policy: JSONValue =
            [
                "id": .string(id), "displayName": "Of a file", "state": "disabled", "description": "kept",
                "conditions": [
                    "users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]],
                    "devices": ["deviceFilter": ["mode": "exclude", "rule": "device.isCompliant -eq True"]],
                    "authenticationFlows": ["transferMethods": "deviceCodeFlow"],
                ],
                "grantControls": ["operator": "OR", "builtInControls": ["block"]],
            ]
        try await visitor.provider.admin.apply(["conditionalAccess": ["policies": [policy]]])
        _ = try await visitor.open("/portal/policies/\(id)")
        let saved = try await visitor.post(
            "/portal/policies/\(id)",
            [
                ("displayName", "Of a file, edited"), ("state", "disabled"), ("includeUsers", "All"),
                ("includeApplications", "All"), ("control-block", "on"), ("operator", "OR"), ("action", "save"),
            ])
        #expect(saved.page == "portal-policy", "\(saved.document.text)")
        let stored = try #require(try await visitor.provider.store.transaction { try $0.directoryObjects() }.first)
        let json = try JSONValue(parsing: stored.document)
        #expect(json["displayName"] == "Of a file, edited" && json["description"] == "kept")
        #expect(json["conditions"]?["devices"]?["deviceFilter"]?["mode"] == "exclude")
        #expect(json["conditions"]?["authenticationFlows"]?["transferMethods"] == "deviceCodeFlow")
    }

    @Test("Keys are rotated, the clock moves, and forced errors come and go")
    func provider() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let page = try await visitor.open("/portal/provider")
        #expect(page.document.text.contains("moves for the whole provider"))
        func current() async throws -> String? {
            try await visitor.provider.store.transaction { try $0.signingKeys() }.first { $0.role == .current }?.keyID
        }
        let before = try await current()
        #expect(try await visitor.post("/portal/provider/rotate").page == "portal-provider")
        #expect(try await current() != before)
        #expect(try await visitor.post("/portal/provider/clock", [("amount", "x"), ("unit", "days")]).status == 400)
        #expect(
            try await visitor.post("/portal/provider/clock", [("amount", "10"), ("unit", "minutes")]).status == 200)
        #expect(try await visitor.provider.store.transaction { try $0.clockOffset() } == 600)
        #expect(try await visitor.post("/portal/provider/clock-reset").status == 200)
        #expect(try await visitor.provider.store.transaction { try $0.clockOffset() } == 0)
        #expect(
            try await visitor.post("/portal/provider/fault", [("endpoint", "portal"), ("count", "1")]).status == 400)
        #expect(
            try await visitor.post("/portal/provider/fault", [("endpoint", "keys"), ("count", "1"), ("status", "503")])
                .status == 200)
        let keys = visitor.provider.base.with(path: "/common/discovery/v2.0/keys")
        #expect(try await visitor.provider.send(.get(keys)).status == 503)
        #expect(try await visitor.provider.send(.get(keys)).status == 200)
        _ = try await visitor.post("/portal/provider/fault", [("endpoint", "keys"), ("count", "9"), ("status", "503")])
        #expect(try await visitor.post("/portal/provider/remove-faults").status == 200)
        #expect(try await visitor.provider.send(.get(keys)).status == 200)
    }

    @Test("A sign-in with another client shows its claims, or the error with what to do")
    func trial() async throws {
        var visitor = try await PortalVisitor.signedIn()
        _ = try await visitor.open("/portal/try")
        let reply = try await visitor.post(
            "/portal/try",
            [
                ("client", "Contoso Suite"), ("scope", "openid profile"), ("prompt", ""),
                ("loginHint", PortalVisitor.grace),
            ])
        // No user has consented yet: the pages are those that an app's user would see.
        #expect(reply.page == "consent")
        let form = try #require(reply.document.forms.first)
        let values = form.controls.filter { $0.type == "hidden" }.map { ($0.name, $0.value) } + [("action", "accept")]
        let tried = try await visitor.send(form.action, values)
        #expect(tried.page == "portal-tried" && tried.document.text.contains("\"aud\""), "\(tried.document.text)")
        #expect(
            tried.document.text.contains(SeedData.suiteClientID) && tried.document.text.contains(PortalVisitor.grace))
        // The address of the result is useless again, and in another browser.
        #expect(try await visitor.open(tried.address).status == 400)
        _ = try await visitor.open("/portal/try")
        let refused = try await visitor.post(
            "/portal/try",
            [("client", SeedData.suiteClientID), ("scope", "openid api://files/Nothing"), ("prompt", "")])
        #expect(refused.page == "portal-tried" && refused.document.textByID["error-code"]?.hasPrefix("AADSTS") == true)
        _ = try await visitor.open("/portal/try")
        #expect(try await visitor.post("/portal/try", [("client", "none"), ("scope", "openid")]).status == 400)
    }
}
