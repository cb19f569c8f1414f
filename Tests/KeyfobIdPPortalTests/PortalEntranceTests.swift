import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Who gets into the portal, by which way, and for how long.
@Suite("Entering and leaving the portal")
struct PortalEntranceTests {
    @Test("A visitor signs in at the provider's own pages, and comes to the page that was wanted")
    func signIn() async throws {
        let clock = MovableClock()
        var visitor = PortalVisitor(try await InMemoryProvider(clock: clock), clock)
        let first = try await visitor.open("/portal/users")
        #expect(first.page == "sign-in")
        #expect(first.address.contains("/oauth2/v2.0/authorize") && first.text.contains("Azure Portal"))
        let reply = try await visitor.signIn(as: PortalVisitor.grace, at: "/portal/users")
        #expect(reply.page == "portal-users" && reply.address == "/portal/users")
        let log = try await visitor.provider.store.transaction { try $0.signIns(after: 0, limit: 100) }
        let events = log.filter { $0.clientID == PortalClient.clientID }.map(\.event)
        #expect(events.contains("code_issued") && events.contains("tokens_issued"))
    }

    @Test("Conditional Access applies to the portal, also a policy for the portals of the platform")
    func policy() async throws {
        let clock = MovableClock()
        let provider = try await InMemoryProvider(clock: clock)
        try await provider.admin.graph(
            .post, "identity/conditionalAccess/policies",
            [
                "displayName": "Administration is closed", "state": "enabled",
                "conditions": [
                    "users": ["includeUsers": ["All"]],
                    "applications": ["includeApplications": ["MicrosoftAdminPortals"]], "clientAppTypes": ["browser"],
                ],
                "grantControls": ["operator": "OR", "builtInControls": ["block"]],
            ])
        var visitor = PortalVisitor(provider, clock)
        let reply = try await visitor.signIn(as: PortalVisitor.grace)
        #expect(reply.page == "access-refused")
        #expect(try await visitor.open("/portal/users").page != "portal-users")
    }

    @Test("A member without a directory role gets a page that says so, and can do nothing")
    func withoutRole() async throws {
        var visitor = try await PortalVisitor.signedIn(as: PortalVisitor.ada)
        for path in ["/portal", "/portal/users", "/portal/provider", "/portal/try"] {
            let reply = try await visitor.open(path)
            #expect(reply.status == 403 && reply.page == "portal-no-role", "\(path)")
        }
        #expect(!visitor.token.isEmpty)
        let reply = try await visitor.post(
            "/portal/users", [("userPrincipalName", "x@contoso.test"), ("displayName", "X")])
        #expect(reply.status == 403)
        #expect(
            try await visitor.provider.store.transaction { try $0.user(userPrincipalName: "x@contoso.test") } == nil)
    }

    @Test("A role opens the pages and actions of its rights, and no others")
    func rights() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let ada = try await visitor.user(PortalVisitor.ada)
        let helpdesk = "729827e3-9c14-49f7-bb1b-9608f156bbb8"
        _ = try await visitor.open("/portal/users/\(ada.objectID)")
        #expect(try await visitor.post("/portal/users/\(ada.objectID)/role", [("role", helpdesk)]).status == 200)
        var other = visitor.another()
        #expect(try await other.signIn(as: PortalVisitor.ada).page == "portal-overview")
        for path in [
            "/portal/sign-ins", "/portal/policies", "/portal/provider", "/portal/users/new", "/portal/policies/new",
        ] {
            let reply = try await other.open(path)
            #expect(reply.status == 403 && reply.page == "portal-refused", "\(path)")
        }
        // A helpdesk administrator sets the passwords of users without roles, not those of administrators.
        let grace = SeedData.graceID
        let before = try await visitor.user(PortalVisitor.grace)
        let refused = try await other.post("/portal/users/\(grace)/password", [("password", "Another-pass-1")])
        #expect(refused.status == 403)
        #expect(try await visitor.user(PortalVisitor.grace) == before)
    }

    @Test("A session ends when idle, after its longest time, and with the user's sessions, state or roles")
    func ends() async throws {
        var visitor = try await PortalVisitor.signedIn()
        #expect(try await visitor.open("/portal").page == "portal-overview")
        let stale = visitor.token
        // Idle: the portal asks the provider again, whose own session still holds, and a new session begins.
        visitor.clock.advance(seconds: 3700)
        #expect(try await visitor.send("/portal/users", [("token", stale)]).status == 401)
        #expect(try await visitor.open("/portal").page == "portal-overview")
        #expect(visitor.token != stale)
        // In use, it ends after twelve hours.
        let second = visitor.token
        for _ in 0..<13 {
            visitor.clock.advance(seconds: 3500)
            _ = try await visitor.open("/portal")
        }
        #expect(visitor.token != second)
        // Revoked by another administrator: out at the next request.
        try await visitor.provider.admin.revoke(user: PortalVisitor.grace)
        #expect(try await visitor.open("/portal/users").page == "sign-in")
    }

    @Test("A role that is taken away counts at the next request")
    func roleLost() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let tenant = try await visitor.tenant()
        try await visitor.provider.store.transaction { transaction in
            var changed = tenant
            changed.administrators = [SeedData.adaID]
            try transaction.put(changed)
        }
        #expect(try await visitor.open("/portal/users").page == "portal-no-role")
        #expect(try await visitor.post("/portal/applications", [("displayName", "X")]).status == 403)
    }

    @Test("Signing out ends the portal's session and the browser's; signing out elsewhere ends the portal's")
    func signOut() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let kept = visitor.cookies
        let reply = try await visitor.post("/portal/sign-out")
        #expect(reply.page == "signed-out")
        visitor.cookies = kept
        #expect(try await visitor.open("/portal").page == "sign-in")
        var other = visitor.another()
        try await other.signIn(as: PortalVisitor.grace)
        _ = try await other.open("/\(SeedData.tenantID)/oauth2/v2.0/logout")
        #expect(try await other.open("/portal").page == "sign-in")
    }

    @Test("The portal's cookie is no session of the provider, nor the other way round")
    func cookies() async throws {
        let visitor = try await PortalVisitor.signedIn()
        let field = try #require(visitor.cookies.field(for: visitor.provider.base, now: visitor.clock.now))
        let values = Dictionary(
            field.split(separator: ";").map { part in
                let halves = part.split(separator: "=", maxSplits: 1).map { String($0).filter { $0 != " " } }
                return (halves[0], halves.count > 1 ? halves[1] : "")
            }
        ) { first, _ in first }
        let portal = try #require(values["__Host-keyfob-portal"])
        let session = try #require(values["__Host-ESTSAUTH"])
        for cookie in [
            "__Host-keyfob-portal=\(session); __Host-ESTSAUTH=\(session)",
            "__Host-keyfob-portal=\(portal); __Host-ESTSAUTH=\(portal)", "__Host-keyfob-portal=\(portal)",
        ] {
            let request = HTTPRequest(
                method: .get, url: try #require(HTTPURL(visitor.provider.base.origin + "/portal")),
                fields: ["Cookie": cookie])
            #expect(try await visitor.provider.send(request).status == 303)
        }
    }

    @Test("Only the browser that began a sign-in can end it, and it leads to pages of the portal only")
    func flow() async throws {
        let clock = MovableClock()
        let provider = try await InMemoryProvider(clock: clock)
        var visitor = PortalVisitor(provider, clock)
        for target in [
            "https://evil.test/", "//evil.test", "/portal/../x", "/portal//evil.test", "/portal/%2e%2e", "/other",
        ] {
            let query = FormParameters([("return", target)]).encoded
            let reply = try await visitor.signIn(as: PortalVisitor.grace, at: "/portal/sign-in?\(query)")
            #expect(reply.page == "portal-overview" && reply.address == "/portal", "\(target)")
        }
        var other = visitor.another()
        #expect(try await other.open("/portal/signed-in?code=x&state=y").status == 400)
        _ = try await other.open("/portal/sign-in")
        #expect(try await other.open("/portal/signed-in?code=x&state=y.z").status == 400)
        // Another origin is no redirect URI of the portal.
        let query = FormParameters([
            ("client_id", PortalClient.clientID), ("response_type", "code"), ("scope", "openid"),
            ("redirect_uri", "https://evil.test/portal/signed-in"),
            ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
        ]).encoded
        let refused = try await other.open("/organizations/oauth2/v2.0/authorize?\(query)")
        #expect(refused.page == "error" && refused.text.contains("AADSTS50011"))
    }

    @Test("Pages are shown in no frame, run no script, and are stored nowhere")
    func fields() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let reply = try await visitor.open("/portal")
        let policy = reply.response.fields["Content-Security-Policy"] ?? ""
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("script-src") && !reply.text.contains("<script"))
        #expect(reply.response.fields["Cache-Control"]?.contains("no-store") == true)
    }

    @Test("An administrator of another directory signs in there, and sees nothing of this one")
    func tenants() async throws {
        let clock = MovableClock()
        let provider = try await InMemoryProvider(clock: clock)
        let alan = try await provider.store.transaction { try $0.user(userPrincipalName: "alan@fabrikam.test") }
        let id = try #require(alan).objectID
        try await provider.store.transaction { transaction in
            var fabrikam = try #require(try transaction.tenants().first { $0.id == SeedData.fabrikamID })
            fabrikam.administrators = [id]
            try transaction.put(fabrikam)
        }
        var visitor = PortalVisitor(provider, clock)
        let reply = try await visitor.signIn(as: "alan@fabrikam.test", at: "/portal/sign-in?tenant=fabrikam.test")
        #expect(reply.page == "portal-overview" && reply.text.contains("Fabrikam"))
        let suite = "33333333-0000-4000-8000-000000000001"
        for path in [
            "/portal/users/\(SeedData.adaID)", "/portal/applications/\(suite)", "/portal/applications/\(suite)/json",
            "/portal/sign-ins/1",
        ] {
            #expect(try await visitor.open(path).status == 404, "\(path)")
        }
        #expect(!(try await visitor.open("/portal/users")).text.contains("grace@contoso.test"))
        for (path, values) in [
            ("/portal/users/\(SeedData.adaID)/delete", []),
            ("/portal/users/\(SeedData.adaID)/password", [("password", "Another-1")]),
            ("/portal/applications/\(suite)/secret", [("displayName", "x")]),
            ("/portal/applications/\(suite)/delete", []),
        ] as [(String, [(String, String)])] {
            #expect(try await visitor.post(path, values).status == 404, "\(path)")
        }
        #expect(try await visitor.user(PortalVisitor.ada).isEnabled)
    }
}
