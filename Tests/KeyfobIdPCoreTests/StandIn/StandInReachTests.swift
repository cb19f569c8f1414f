#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("In the place of Microsoft's cloud: what each host serves")
struct StandInReachTests {
    private static let hosts = StandIn(tenantHosts: SeedData.platformHostNames).hosts

    @Test("no host serves the admin API, the sample API or the state of the provider", arguments: hosts)
    func nothingOfOurs(host: String) async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud { $0.adminToken = Secret("the-token-of-this-test") }
        for path in ["_admin/trace", "_admin/clock", "_ADMIN/clock", "%5fadmin/clock", "api/files", "healthz"] {
            let found = try await fixture.get("\(host)/\(path)", bearer: "the-token-of-this-test")
            #expect(found.status == 404, "\(path): \(found.status)")
            var change = HTTPRequest(method: .post, url: try #require(HTTPURL("https://\(host)/\(path)")))
            change.fields.set("Authorization", "Bearer the-token-of-this-test")
            #expect(try await fixture.provider.send(change).status == 404, "POST \(path)")
            var preflight = HTTPRequest(method: .options, url: change.url)
            preflight.fields.set("Origin", "https://attacker.example")
            preflight.fields.set("Access-Control-Request-Method", "POST")
            #expect(try await fixture.provider.send(preflight).status == 404, "OPTIONS \(path)")
        }
        #expect(try await fixture.get("localhost/_admin/clock", bearer: "the-token-of-this-test").status == 200)
    }

    @Test("each address of Microsoft's is at its own host, and at no other")
    func places() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let places: [(path: String, hosts: Set<String>)] = [
            (
                "common/discovery/v2.0/keys",
                [
                    "login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net",
                    "device.login.microsoftonline.com",
                ]
            ),
            ("oidc/userinfo", ["graph.microsoft.com"]),
            ("metadata/endpoints?api-version=2022-09-01", ["management.azure.com"]),
            ("contoso.test/Discover", ["enterpriseregistration.windows.net"]),
        ]
        for (path, expected) in places {
            for host in Self.hosts where !SeedData.platformHostNames.contains(host) {
                let found = try await fixture.get("\(host)/\(path)")
                #expect((found.status != 404) == expected.contains(host), "\(host)/\(path): \(found.status)")
            }
        }
    }

    @Test("the hosts of which nothing exists here answer 404, so that a request does not leave the machine")
    func nothing() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        for address in [
            "login.live.com/oauth20_authorize.srf", "graph.windows.net/contoso.test/users?api-version=1.6",
            "autologon.microsoftazuread-sso.com/contoso.test/winauth/trust/2005/usernamemixed",
            "management.core.windows.net/subscriptions",
        ] {
            #expect(try await fixture.get(address).status == 404, "\(address)")
        }
    }

    @Test("a certificate is requested at its host, which leads back to the sign-in")
    func certificate() async throws {
        var fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let authority = try UserCertificateAuthority.create(commonName: "Contoso People", now: fixture.clock.now)
        try await fixture.provider.admin.trust(tenant: "contoso.test", roots: [authority.der])
        let certificate = try authority.issue(
            commonName: "Ada", principalName: "ada@contoso.test", now: fixture.clock.now
        ).der
        var holder = fixture.provider
        holder.certificate = certificate
        let relay = CertificateRelay(provider: holder)
        fixture.browser = FormBrowser(transport: relay, clock: fixture.clock)
        var person = ProviderFixture.ada
        person.usesCertificate = true
        let visit = try await fixture.signIn(person)
        #expect(visit.hasCode, "\(visit.errorText ?? "")")
        #expect(try await fixture.provider.admin.count("certificate_accepted") == 1)
        let none = try await fixture.get("certauth.login.microsoftonline.com/contoso.test/oauth2/v2.0/authorize")
        #expect(none.status == 404)
    }
}

/// Follows the redirect to the host for certificates, and returns its redirect: the browser of these tests stays at one
/// host.
private struct CertificateRelay: HTTPTransport {
    let provider: InMemoryProvider

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await provider.send(request)
        guard let location = response.fields["Location"], let next = HTTPURL(location),
            next.origin == "https://certauth.login.microsoftonline.com"
        else { return response }
        return try await provider.send(.get(next))
    }
}
#endif
