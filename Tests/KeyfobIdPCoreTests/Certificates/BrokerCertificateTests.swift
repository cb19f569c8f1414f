#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Responses to a broker's web view, which has no certificates.
@Suite("Sign-in by certificate through a broker's web view")
struct BrokerCertificateTests {
    private let first = "msauth.test.contoso.a://auth"
    private let second = "msauth://code/msauth.test.contoso.a%3A%2F%2Fauth"

    private func scene(registersSecond: Bool) async throws -> CertificateFixture {
        var scene = try await CertificateFixture()
        scene.fixture.redirectURI = first
        if registersSecond {
            let second = second
            try await scene.fixture.provider.store.transaction { transaction in
                guard var suite = try transaction.applications().first(where: { $0.appID == SeedData.suiteClientID })
                else { return }
                suite.redirectURIs.publicClient.append(second)
                try transaction.put(suite)
            }
        }
        return scene
    }

    /// The response to the broker's web view when the user chooses the certificate.
    private func exit(_ scene: inout CertificateFixture, marked fields: [String: String]) async throws -> String {
        var webView = scene.browser(nil)
        return try await scene.choose(&webView, fields)
    }

    @Test func `it is sent to the system's browser, whose code returns by the second redirect URI only`()
        async throws
    {
        var scene = try await scene(registersSecond: true)
        let location = try await exit(&scene, marked: ["x-ms-PkeyAuth+": "1.0"])
        #expect(location.hasPrefix("browser://localhost:8443/common/oauth2/v2.0/authorize?"))
        let outside = try #require(HTTPURL("https://" + location.dropFirst("browser://".count)))
        let sent = try FormParameters(parsing: outside.query ?? "")
        #expect(sent["redirect_uri"] == second)
        #expect(sent["redirect_uri"] == BrokerRedirectForm.certificateRedirect(for: first))
        #expect(sent["broker_is_performing_cba"] == "true")
        #expect(sent["login_hint"] == "ada@contoso.test")
        #expect(sent["state"] == "the-state" && sent["code_challenge"] == scene.fixture.verifier.challenge)

        var browser = scene.browser(try scene.certificate("ada@contoso.test"))
        let visit = try await CertificateFixture.person().visit(outside, with: &browser)
        #expect(visit.pages == ["consent"], "no page asks for a name or a password")
        #expect(visit.redirect?.hasPrefix(second + "?") == true)
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        #expect(try await scene.fixture.redeem(code).number == 500112, "the first redirect URI does not redeem it")
        var again = scene.browser(try scene.certificate("ada@contoso.test"))
        let other =
            try ProviderFixture.reply(try await CertificateFixture.person().visit(outside, with: &again))["code"] ?? ""
        #expect(try await scene.fixture.redeem(other, ["redirect_uri": second]).status == 200)
    }

    @Test func `without the second redirect URI in the registration the app's error names the missing one`()
        async throws
    {
        var scene = try await scene(registersSecond: false)
        let location = try await exit(&scene, marked: ["User-Agent": "Mozilla/5.0 PKeyAuth/1.0"])
        #expect(location.hasPrefix(first + "?"))
        let reply = try FormParameters(parsing: String(location.split(separator: "?", maxSplits: 1).last ?? ""))
        #expect(reply["code"] == nil)
        #expect(reply["error_description"]?.hasPrefix("AADSTS50011: ") == true)
        #expect(reply["error_description"]?.contains(second) == true)
    }

    @Test func `R71: without the second redirect URI every other sign-in works`() async throws {
        var scene = try await scene(registersSecond: false)
        let visit = try await scene.fixture.signIn(ProviderFixture.ada)
        #expect(visit.hasCode && visit.redirect?.hasPrefix(first + "?") == true)
        #expect(try await scene.fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").status == 200)
        scene.fixture.browser = scene.browser(try scene.certificate("ada@contoso.test"))
        #expect(
            try await scene.fixture.signIn(CertificateFixture.person()).hasCode,
            "by certificate, in the system's browser")
    }

    @Test func `a browser other than a broker's web view stays, and its certificate is requested`() async throws {
        var scene = try await scene(registersSecond: true)
        let location = try await exit(&scene, marked: [:])
        #expect(location.hasPrefix("https://localhost:8444/common/certauth?flow="))
    }
}
#endif
