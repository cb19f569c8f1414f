import KeyfobConditionalAccess
import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// What other sites, other sessions and hostile input can do: nothing.
@Suite("Attacks on the portal", .onEveryStore)
struct PortalAttackTests {
    private static let forms: [(String, [(String, String)])] = [
        ("/portal/applications", [("displayName", "Forged")]),
        ("/portal/users", [("userPrincipalName", "forged@contoso.test"), ("displayName", "Forged")]),
        ("/portal/groups", [("displayName", "Forged")]), ("/portal/users/\(SeedData.adaID)/delete", []),
        ("/portal/applications/33333333-0000-4000-8000-000000000001/delete", []),
        ("/portal/applications/33333333-0000-4000-8000-000000000001/secret", []),
        ("/portal/locations", [("displayName", "Forged"), ("ranges", "192.0.2.0/24")]),
        ("/portal/policies/new", [("displayName", "Forged"), ("action", "save")]),
        ("/portal/roles/add", [("user", "ada@contoso.test"), ("role", "62e90394-69f5-4237-9190-012177145e10")]),
        ("/portal/provider/rotate", []), ("/portal/provider/clock", [("amount", "5"), ("unit", "minutes")]),
        ("/portal/files/export", [("withSecrets", "on")]),
        ("/portal/consents/revoke", [("user", "*"), ("client", "x"), ("resource", "y")]),
        ("/portal/try", [("client", SeedData.suiteClientID), ("scope", "openid")]), ("/portal/sign-out", []),
    ]

    /// What a change would be seen in.
    private static func state(_ visitor: PortalVisitor) async throws -> [String] {
        try await visitor.provider.store.transaction { transaction in
            [
                "\(try transaction.directoryVersion())", "\(try transaction.users().map(\.objectID))",
                "\(try transaction.consents(tenantID: SeedData.tenantID))",
            ]
        }
    }

    @Test("A form without the token, with another session's, or from another site changes nothing")
    func crossSite() async throws {
        var visitor = try await PortalVisitor.signedIn()
        var other = visitor.another()
        try await other.signIn(as: PortalVisitor.grace)
        let (own, foreign) = (visitor.token, other.token)
        #expect(own != foreign && own.count == 43)
        let before = try await Self.state(visitor)
        for (path, values) in Self.forms {
            let attempts: [([(String, String)], [(String, String)], Int)] = [
                (values, [], 401), ([("token", "")] + values, [], 401), ([("token", foreign)] + values, [], 401),
                ([("token", own)] + values, [("Origin", "https://evil.test")], 403),
                ([("token", own)] + values, [("Origin", "null")], 403),
                ([("token", own)] + values, [("Sec-Fetch-Site", "cross-site")], 403),
                ([("token", own)] + values, [("Sec-Fetch-Site", "same-site")], 403),
            ]
            for (form, fields, status) in attempts {
                let reply = try await visitor.send(path, form, fields: fields)
                #expect(reply.status == status, "\(path) \(fields)")
            }
            // A visitor without a session cannot, with any token.
            var unknown = visitor.another()
            #expect(try await unknown.send(path, [("token", own)] + values).status == 401, "\(path)")
        }
        #expect(try await Self.state(visitor) == before)
        // The same forms work from the portal's own pages: browsers that hide the origin say the site.
        let reply = try await visitor.send(
            "/portal/groups", [("token", own), ("displayName", "Real")],
            fields: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")])
        #expect(reply.page == "portal-group")
    }

    @Test("Markup in any name is text on every page")
    func markup() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let evil = "\"><script>alert(1)</script><img src=x onerror=alert(2)>'"
        let application = try await visitor.post("/portal/applications", [("displayName", evil)])
        #expect(application.page == "portal-application")
        let path = String(application.address.split(separator: "?")[0])
        for (action, values) in [
            ("scope", [("value", "Do.It"), ("displayName", evil), ("description", evil)]),
            ("role", [("value", "Role"), ("displayName", evil), ("forUsers", "on")]),
            ("secret", [("displayName", evil)]),
            ("claims", [("idToken", "<b>x</b>")]), ("names", [("identifierUris", "api://\"><script>")]),
            ("federated", [("name", evil), ("issuer", "https://\"><script>"), ("subject", evil)]),
        ] {
            _ = try await visitor.post("\(path)/\(action)", values)
        }
        let user = try await visitor.post(
            "/portal/users",
            [
                ("userPrincipalName", "evil@contoso.test"), ("displayName", evil), ("givenName", evil),
                ("surname", evil), ("mail", evil),
            ])
        #expect(user.page == "portal-user")
        let group = try await visitor.post("/portal/groups", [("displayName", evil), ("description", evil)])
        #expect(group.page == "portal-group")
        _ = try await visitor.post("/portal/locations", [("displayName", evil), ("ranges", "192.0.2.0/24")])
        let policy = try await visitor.post(
            "/portal/policies/new",
            [
                ("displayName", evil), ("state", "disabled"), ("includeUsers", "All"), ("includeApplications", "All"),
                ("control-mfa", "on"), ("action", "save"),
            ])
        #expect(policy.page == "portal-policy")
        let query = FormParameters([
            ("q", evil), ("user", evil), ("client", evil), ("correlation", evil), ("done", evil),
        ])
        var pages = [
            path, "\(path)/json", "/portal", "/portal/consents", "/portal/roles", "/portal/deleted", "/portal/provider",
            "/portal/locations", "/portal/devices", "/portal/try", "/portal/policies/new",
        ]
        pages += [user, group, policy].map { String($0.address.split(separator: "?")[0]) }
        pages += ["applications", "users", "groups", "policies", "sign-ins", "consents"].map { "/portal/\($0)" }
        for page in pages {
            for address in [page, "\(page)?\(query.encoded)"] {
                let reply = try await visitor.open(address)
                #expect(reply.status == 200, "\(address)")
                #expect(!reply.text.contains("<script") && !reply.text.contains("<img"), "\(address)")
            }
        }
        // A refused form shows what was typed, as text.
        let refused = try await visitor.post("/portal/users", [("userPrincipalName", evil), ("displayName", evil)])
        #expect(refused.status == 400 && !refused.text.contains("<script"))
    }

    @Test("Very long and malformed values are refused, and nothing is stored")
    func long() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let long = String(repeating: "x", count: 60_000)
        let before = try await Self.state(visitor)
        for (path, values) in Self.forms where values.contains(where: { $0.0 == "displayName" || $0.0 == "user" }) {
            let reply = try await visitor.post(path, values.map { ($0.0, $0.0 == "action" ? $0.1 : long) })
            #expect((400..<500).contains(reply.status), "\(path) \(reply.status)")
        }
        let huge = try await visitor.post("/portal/groups", [("displayName", String(repeating: "x", count: 70_000))])
        #expect((400..<500).contains(huge.status))
        for path in [
            "/portal/users/%00", "/portal/users/..%2f..", "/portal/applications/\(long.prefix(5000))",
            "/portal/sign-ins/99999999999999999999", "/portal/sign-ins/-1", "/portal/policies/new/x",
        ] {
            #expect((400..<500).contains(try await visitor.open(path).status), "\(path)")
        }
        for query in ["before=-1", "from=x&until=y", "result=z", "q=%F0%9F%98%80"] {
            #expect(try await visitor.open("/portal/sign-ins?\(query)").status == 200, "\(query)")
        }
        #expect(try await Self.state(visitor) == before)
    }
}
