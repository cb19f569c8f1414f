#if Server
import Foundation
import KeyfobConformance
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The ticket between the two addresses of a certificate sign-in", .onEveryStore)
struct CertificateTicketTests {
    /// A sign-in that visited the address for certificates, and the address that it was redirected back to.
    private func ticket(_ scene: inout CertificateFixture) async throws -> (browser: FormBrowser, back: HTTPURL) {
        var browser = scene.browser(nil)
        let there = try #require(HTTPURL(try await scene.choose(&browser)))
        #expect(there.port == (scene.fixture.provider.base.effectivePort + 1))
        var holder = scene.fixture.provider
        holder.certificate = try scene.certificate("ada@contoso.test")
        let answer = try await holder.send(HTTPRequest(method: .get, url: there))
        return (browser, try #require(HTTPURL(answer.fields["Location"] ?? "")))
    }

    @Test func `it is valid once, in the browser that began, and for nothing else`() async throws {
        var scene = try await CertificateFixture()
        var (browser, back) = try await ticket(&scene)
        var stranger = scene.browser(nil)
        _ = try await scene.page(&stranger)
        for (name, other) in [("another browser", stranger), ("no browser", scene.browser(nil))] {
            var other = other
            guard case .page(_, let page, _) = try await other.open(back) else {
                Issue.record("\(name) was signed in")
                return
            }
            #expect(page.textByID["error-code"] == "AADSTS50089", "\(name)")
        }
        let query = try FormParameters(parsing: back.query ?? "")
        var wrong = query
        wrong.set("ticket", "wrong")
        guard case .page(_, let refused, _) = try await browser.open(wrong.appended(to: back.with(path: back.path)))
        else { return }
        #expect(refused.textByID["error-code"] == "AADSTS50089")
        guard case .page(_, let consent, _) = try await browser.open(back) else { return }
        #expect(consent.pageName == "consent", "a wrong ticket does not use up the right one")
        guard case .page(_, let again, _) = try await browser.open(back) else { return }
        #expect(again.textByID["error-code"] == "AADSTS50089")
        #expect(try await scene.count("certificate_accepted") == 1)
    }

    @Test func `an attacker who lures a user with a certificate to the address gets nothing`() async throws {
        var scene = try await CertificateFixture()
        var attacker = scene.browser(nil)
        let lure = try #require(HTTPURL(try await scene.choose(&attacker)))
        let flow = try FormParameters(parsing: lure.query ?? "")["flow"] ?? ""
        var victim = scene.browser(try scene.certificate("ada@contoso.test"))
        guard case .page(_, let page, _) = try await victim.open(lure) else {
            Issue.record("the victim's browser was signed in")
            return
        }
        #expect(page.textByID["error-code"] == "AADSTS50089")
        // The attacker's own browser has the flow, but not the ticket.
        let back = FormParameters([("flow", flow)]).appended(
            to: scene.fixture.provider.base.with(path: "/common/certificate"))
        guard case .page(_, let refused, _) = try await attacker.open(back) else { return }
        #expect(refused.textByID["error-code"] == "AADSTS50089")
        #expect(try await scene.count("certificate_accepted") == 0)
    }

    @Test func `no field of a request replaces a certificate, and each address serves only its own purpose`()
        async throws
    {
        let scene = try await CertificateFixture()
        let provider = scene.fixture.provider
        let there = provider.base.with(path: "/common/certauth", query: "flow=x")
        var request = HTTPRequest(method: .get, url: there)
        request.fields.set("X-Client-Cert", "anything")
        request.fields.set("X-ARR-ClientCert", "anything")
        #expect(try await provider.send(request).status == 404, "not at the main address")
        let origin = try #require(HTTPURL("https://localhost:\(provider.base.effectivePort + 1)/"))
        for path in [
            "/healthz", "/common/oauth2/v2.0/authorize", "/_admin/clock", "/v1.0/users", "/common/oauth2/v2.0/token",
        ] {
            #expect(try await provider.send(.get(origin.with(path: path))).status == 404, "\(path)")
        }
        let health = try await provider.send(.get(provider.base.with(path: "/healthz")))
        #expect(health.json["certificate_origin"]?.stringValue == origin.origin)
    }
}
#endif
