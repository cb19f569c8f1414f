import KeyfobCore
import Testing

@Suite("Kinds of authorities")
struct AuthorityKindTests {
    @Test(
        "the kind of a URL is guessed as MSAL does, and the canonical form follows from the kind",
        arguments: [
            (
                "https://login.microsoftonline.com/Common/oauth2/v2.0/authorize?x=y#z", "aad common",
                "https://login.microsoftonline.com/common"
            ),
            ("https://localhost:8443/contoso.test/", "aad contoso.test", "https://localhost:8443/contoso.test"),
            (
                "https://Contoso.b2clogin.com/tfp/Contoso.onmicrosoft.com/B2C_1_SignIn/v2.0",
                "b2c contoso.onmicrosoft.com b2c_1_signin",
                "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_signin"
            ),
            (
                "https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_SignIn",
                "b2c contoso.onmicrosoft.com b2c_1_signin",
                "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_signin"
            ),
            (
                "https://contoso.b2clogin.com/contoso.onmicrosoft.com/oauth2/v2.0/authorize?a=b&p=B2C_1_SignIn",
                "b2c contoso.onmicrosoft.com b2c_1_signin",
                "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_signin"
            ),
            (
                "https://login.microsoftonline.com/tfp/contoso.onmicrosoft.com/b2c_1_a",
                "b2c contoso.onmicrosoft.com b2c_1_a",
                "https://login.microsoftonline.com/tfp/contoso.onmicrosoft.com/b2c_1_a"
            ),
            (
                "https://id.shop.example:444/tfp/shop.example/p?x=y#z", "b2c shop.example p",
                "https://id.shop.example:444/tfp/shop.example/p"
            ),
            ("https://sts.contoso.test/ADFS/ls", "adfs adfs", "https://sts.contoso.test/adfs"),
            (
                "https://Contoso.ciamlogin.com", "ciam contoso.onmicrosoft.com",
                "https://contoso.ciamlogin.com/contoso.onmicrosoft.com"
            ),
            (
                "https://contoso.ciamlogin.com/", "ciam contoso.onmicrosoft.com",
                "https://contoso.ciamlogin.com/contoso.onmicrosoft.com"
            ),
            ("https://contoso.ciamlogin.com/A.test/v2.0", "ciam a.test", "https://contoso.ciamlogin.com/a.test"),
        ])
    func guesses(text: String, kind: String, canonical: String) throws {
        let authority = try Authority(text)
        let parts = [authority.kind.rawValue, authority.tenant, authority.policy].compactMap { $0 }
        #expect(parts.joined(separator: " ") == kind)
        #expect(authority.description == canonical)
        // The canonical form is parsed unchanged.
        #expect(try Authority(canonical) == authority)
    }

    @Test(
        "the parts that a kind requires must be present",
        arguments: [
            "https://host/tfp", "https://host/tfp/tenant", "https://host?p=", "https://ciamlogin.com",
            "https://a.b.ciamlogin.com", "http://contoso.ciamlogin.com", "https://host/tfp/t/%ff",
        ])
    func refusesURL(text: String) {
        let error = #expect(throws: AuthError.self) { try Authority(text) }
        #expect(error?.code == .configuration && error?.remedy != nil)
    }

    @Test("The factories set the kind, and refuse URLs of other kinds")
    func factories() throws {
        #expect(try Authority.b2c("https://login.shop.example/tenant/policy").policy == "policy")
        #expect(try Authority.ciam("https://login.club.example/t", requiresStandardHost: false).tenant == "t")
        #expect(try Authority.adfs("https://sts.contoso.test/adfs").isMultiTenant == false)
        #expect(
            try Authority.aad(.organizations, in: .usGovernment).description
                == "https://login.microsoftonline.us/organizations")
        #expect(try Authority.aad(.tenant("Contoso.test"), host: "localhost:8443").tenant == "contoso.test")
        #expect(try Authority.aad(.personal).audience == .personal)
        #expect(Authority(environment: "h", tenant: Authority.personalAccountsTenant).audience == .personal)
        #expect(Authority(environment: "h", tenant: "common").audience == .everyone)
        #expect(try Authority.adfs("https://sts.contoso.test/adfs").audience == nil)
        let refused: [() throws -> Authority] = [
            { try .b2c("https://host/tenant") }, { try .b2c("https://host") },
            { try .ciam("https://login.club.example/t") },
            { try .ciam("https://login.club.example", requiresStandardHost: false) },
            { try .adfs("https://host/other") }, { try .openID(issuer: "http://host") },
            { try .openID(issuer: "https://host?x=y") }, { try .openID(issuer: "https://host#x") },
            { try .aad(.tenant("")) }, { try .aad(.tenant("a/b")) }, { try .aad(.everyone, host: "host/x") },
        ]
        for make in refused {
            let error = #expect(throws: AuthError.self) { try make() }
            #expect(error?.code == .configuration && error?.remedy != nil)
        }
    }

    @Test("An issuer keeps its letter case, with or without a path; it has no tenants and no other host")
    func openID() throws {
        for (issuer, url) in [
            ("https://login.example/realms/A", "https://login.example/realms/A"),
            ("https://login.example/", "https://login.example"), ("https://login.example", "https://login.example"),
        ] {
            let authority = try Authority.openID(issuer: issuer)
            #expect(authority.description == url && authority.issuer == issuer && authority.tenant == "openid")
            #expect(authority.with(tenant: "x") == authority && authority.with(environment: "y") == authority)
        }
        #expect(try Authority.openID(issuer: "https://h/a") != Authority.openID(issuer: "https://h/A"))
        #expect(try Authority.openID(issuer: "https://h") != Authority(environment: "h", tenant: "openid"))
    }

    @Test("Changing the tenant or host keeps the kind and the policy")
    func moves() throws {
        let policy = try Authority.b2c("https://h/t/p").with(tenant: "U").with(environment: "I:1")
        #expect(policy.description == "https://i:1/tfp/u/p" && policy.kind == .b2c)
        #expect(try Authority.adfs("https://h/adfs").with(tenant: "x").tenant == "adfs")
    }

    @Test("Malformed texts are refused or parsed, and never trap")
    func junk() throws {
        var random = SplitMix(seed: 7)
        let pieces = [
            "https://", "http://", "host", ".ciamlogin.com", ".b2clogin.com", "/", "tfp", "adfs", "?p=", "%2F",
            "%", "#", ":", "8443", "..", "é", "\u{0}", "common", "@", "[::1]",
        ]
        for _ in 0..<2000 {
            let count = Int(random.next() % 9)
            let text = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            guard let authority = try? Authority(text) else { continue }
            #expect(try Authority(authority.description) == authority, "\(text)")
        }
    }
}
