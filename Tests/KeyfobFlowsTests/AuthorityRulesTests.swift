import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import Testing

/// The issuers and endpoints that the metadata of each kind of authority may contain.
@Suite("Issuers and endpoints by kind")
struct AuthorityRulesTests {
    private static let id = "11111111-1111-4111-8111-111111111111"

    private func outcome(
        _ authority: Authority, issuer: String, endpoints host: String? = nil
    ) -> (path: String, decision: String) {
        var flow = DiscoveryFlow(authority: authority)
        guard case .send(let request)? = flow.handle(.start, at: Issuer.now).first else { return ("", "nothing sent") }
        let base = "https://\(host ?? authority.environment)/x"
        let document: JSONValue = [
            "issuer": .string(issuer), "authorization_endpoint": .string("\(base)/authorize"),
            "token_endpoint": .string("\(base)/token"), "jwks_uri": .string("\(base)/keys"),
        ]
        let actions = flow.handle(.response(.json(document)), at: Issuer.now)
        switch actions.first {
        case .finish: return (request.url.description, "finish")
        case .fail(let error): return (request.url.description, "\(error.code)")
        case .send(let next): return (request.url.description, "asks \(next.url.path)")
        case nil: return (request.url.description, "nothing")
        }
    }

    @Test("External ID's issuer is on the tenant's host only")
    func external() throws {
        let authority = try Authority.ciam("https://contoso.ciamlogin.com")
        let own = outcome(authority, issuer: "https://\(Self.id).ciamlogin.com/\(Self.id)/v2.0")
        #expect(own.decision == "finish")
        #expect(
            own.path
                == "https://contoso.ciamlogin.com/contoso.onmicrosoft.com/v2.0/.well-known/openid-configuration")
        #expect(outcome(authority, issuer: "https://contoso.ciamlogin.com/\(Self.id)/v2.0").decision == "finish")
        let custom = try Authority.ciam("https://login.club.example/\(Self.id)", requiresStandardHost: false)
        #expect(outcome(custom, issuer: "https://\(Self.id).ciamlogin.com/\(Self.id)/v2.0").decision == "finish")
        let other = "22222222-2222-4222-8222-222222222222"
        for issuer in [
            "https://\(other).ciamlogin.com/\(Self.id)/v2.0", "https://fabrikam.ciamlogin.com/\(Self.id)/v2.0",
            "https://\(Self.id).ciamlogin.com.evil.test/\(Self.id)/v2.0", "https://\(Self.id).evil.test/\(Self.id)",
            "https://\(Self.id).ciamlogin.com:444/\(Self.id)/v2.0", "http://\(Self.id).ciamlogin.com/\(Self.id)/v2.0",
            "https://ciamlogin.com/\(Self.id)/v2.0", "https://\(Self.id).ciamlogin.com/",
        ] {
            #expect(outcome(authority, issuer: issuer).decision == "invalidResponse", "\(issuer)")
        }
        // Its endpoints must still be the authority's.
        let moved = outcome(
            authority, issuer: "https://\(Self.id).ciamlogin.com/\(Self.id)/v2.0", endpoints: "fabrikam.ciamlogin.com")
        #expect(moved.decision == "invalidResponse")
        // The exception is only for External ID.
        let work = Authority(environment: "contoso.ciamlogin.com", tenant: Self.id)
        #expect(outcome(work, issuer: "https://\(Self.id).ciamlogin.com/\(Self.id)/v2.0").decision == "invalidResponse")
    }

    @Test("B2C's issuers are on the authority's host, in both forms")
    func b2c() throws {
        let authority = try Authority.b2c("https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_a")
        let plain = outcome(authority, issuer: "https://shop.b2clogin.com/\(Self.id)/v2.0/")
        #expect(plain.decision == "finish")
        #expect(
            plain.path == "https://shop.b2clogin.com/tfp/shop.onmicrosoft.com/b2c_1_a/v2.0/.well-known/"
                + "openid-configuration")
        #expect(
            outcome(authority, issuer: "https://shop.b2clogin.com/tfp/\(Self.id)/b2c_1_a/v2.0/").decision == "finish")
        #expect(outcome(authority, issuer: "https://login.microsoftonline.com/\(Self.id)/v2.0/").decision != "finish")
        #expect(outcome(authority, issuer: "https://evil.b2clogin.com/\(Self.id)/v2.0/").decision == "invalidResponse")
    }

    @Test("AD FS has one discovery document, and an issuer on its host")
    func adfs() throws {
        let authority = try Authority.adfs("https://sts.contoso.test/adfs")
        let own = outcome(authority, issuer: "https://sts.contoso.test/adfs")
        #expect(own.decision == "finish")
        #expect(own.path == "https://sts.contoso.test/adfs/.well-known/openid-configuration")
        #expect(outcome(authority, issuer: "https://other.contoso.test/adfs").decision == "invalidResponse")
    }

    @Test("An OpenID provider's metadata must contain exactly its issuer, and any endpoints")
    func openID() throws {
        let path = try Authority.openID(issuer: "https://login.example/realms/A")
        let own = outcome(path, issuer: "https://login.example/realms/A", endpoints: "tokens.example")
        #expect(own.decision == "finish")
        #expect(own.path == "https://login.example/realms/A/.well-known/openid-configuration")
        #expect(outcome(path, issuer: "https://login.example/realms/A/").decision == "finish")
        let root = try Authority.openID(issuer: "https://login.example")
        #expect(
            outcome(root, issuer: "https://login.example/").path
                == "https://login.example/.well-known/openid-configuration")
        for issuer in [
            "https://login.example/realms/a", "https://login.example", "https://login.example/realms/A/b",
            "https://login.example:444/realms/A", "https://other.example/realms/A", "http://login.example/realms/A",
        ] {
            #expect(outcome(path, issuer: issuer).decision == "invalidResponse", "\(issuer)")
        }
    }

    @Test("Requests go to the name that a cloud prefers, whichever of its names the app uses")
    func preferredNetwork() {
        for alias in ["login.windows.net", "sts.windows.net", "login.microsoftonline.com"] {
            let found = outcome(
                Authority(environment: alias, tenant: "common"),
                issuer: "https://login.microsoftonline.com/{tenantid}/v2.0", endpoints: "login.microsoftonline.com")
            #expect(found.decision == "finish")
            #expect(found.path.hasPrefix("https://login.microsoftonline.com/common/"))
        }
    }

    @Test("A trusted host's response about other trusted hosts is ignored")
    func believable() throws {
        var trust = AuthorityTrust()
        trust.knownHosts = ["login.test:8443", "other.test"]
        let authority = Issuer().authority
        var flow = DiscoveryFlow(authority: authority, trust: trust)
        guard case .send(let question)? = flow.handle(.start, at: Issuer.now).first else {
            Issue.record("no request was sent")
            return
        }
        #expect(question.url.path == "/common/discovery/instance" && question.url.hostAndPort == "login.test:8443")
        func cloud(_ names: String...) -> Cloud {
            Cloud(preferredNetwork: names[0], preferredCache: names[0], aliases: names)
        }
        let answer = InstanceDiscovery(
            tenantDiscoveryEndpoint: try #require(HTTPURL("https://login.test:8443/x")),
            clouds: [
                cloud("login.test:8443", "other.test"), cloud("login.test:8443", "login.windows.net"),
                cloud("login.test:8443", "sts.test:8443"),
            ])
        guard case .send? = flow.handle(.response(.json(answer.json)), at: Issuer.now).first else {
            Issue.record("no metadata was requested")
            return
        }
        func metadata(_ host: String) -> JSONValue {
            [
                "issuer": .string("https://\(host)/x"), "authorization_endpoint": .string("https://\(host)/a"),
                "token_endpoint": .string("https://\(host)/t"), "jwks_uri": .string("https://\(host)/k"),
            ]
        }
        for (host, isGood) in [("sts.test:8443", true), ("other.test", false), ("login.windows.net", false)] {
            var copy = flow
            let actions = copy.handle(.response(.json(metadata(host))), at: Issuer.now)
            if case .finish? = actions.first { #expect(isGood, "\(host)") } else { #expect(!isGood, "\(host)") }
        }
    }

    @Test("A known host need not support instance discovery")
    func withoutInstanceDiscovery() {
        var trust = AuthorityTrust()
        trust.knownHosts = ["login.test:8443"]
        for event in [
            DiscoveryFlow.Event.response(HTTPResponse(status: 404)),
            .transportFailed(TransportError(.timedOut, message: "No.")), .response(.json([:])),
        ] {
            var flow = DiscoveryFlow(authority: Issuer().authority, trust: trust)
            _ = flow.handle(.start, at: Issuer.now)
            _ = flow.handle(event, at: Issuer.now)
            let actions = flow.handle(.response(.json(Issuer().document())), at: Issuer.now)
            guard case .finish? = actions.first else {
                Issue.record("the metadata was not accepted")
                continue
            }
        }
    }
}
