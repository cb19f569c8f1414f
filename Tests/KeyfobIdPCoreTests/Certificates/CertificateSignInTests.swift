#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Sign-in by certificate")
struct CertificateSignInTests {
    @Test
    func
        `a certificate of the tenant's authority signs its user in without a password, and the token names the method`()
        async throws
    {
        var scene = try await CertificateFixture()
        scene.fixture.browser = scene.browser(try scene.certificate("ada@contoso.test"))
        let visit = try await scene.fixture.signIn(CertificateFixture.person())
        #expect(visit.hasCode, "\(visit.errorText ?? "")")
        #expect(visit.pages == ["sign-in", "consent"])
        let response = try await scene.fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "")
        #expect(response.status == 200)
        #expect(try await scene.count("certificate_prompt") == 1)
        #expect(try await scene.count("certificate_accepted") == 1)
        #expect(try await scene.count("password_accepted") == 0)
        // The session records the proved methods: the next app signs in silently, and its token names the method.
        let silent = try await scene.fixture.signIn(CertificateFixture.person(), ["prompt": "none"])
        #expect(silent.hasCode)
        let v1 = try await scene.fixture.refreshByADAL(
            try TokenResponse(parsing: response.body).refreshToken?.reveal() ?? "", resource: "api://files")
        let token = try #require(v1.json["id_token"]?.stringValue)
        let claims = try JSONValue(parsing: try #require(Base64URL.decode(token.split(separator: ".")[1])))
        #expect(claims["amr"] == ["rsa"])
    }

    @Test func `where the tenant is configured so, a certificate is two factors`() async throws {
        var scene = try await CertificateFixture(isMultiFactor: true)
        scene.fixture.browser = scene.browser(try scene.certificate("ada@contoso.test"))
        let visit = try await scene.fixture.signIn(CertificateFixture.person())
        let refresh = try TokenResponse(
            parsing: try await scene.fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body
        ).refreshToken?.reveal()
        let hash = Digest.sha256(Array((refresh ?? "").utf8))
        let grant = try await scene.fixture.provider.store.transaction { try $0.refreshToken(hash: hash) }
        let evidence = try #require(grant?.access.evidence)
        #expect(evidence.methods == ["rsa", "mfa", "x509mf"])
        #expect(evidence.multiFactorAt != nil)
    }

    @Test
    func `each invalid certificate is refused with a specific number, on the page, and in the log with its reason`()
        async throws
    {
        let scene = try await CertificateFixture()
        let stranger = try UserCertificateAuthority.create(commonName: "Contoso People", now: scene.fixture.clock.now)
        let forged = try stranger.issue(
            commonName: "Ada", principalName: "ada@contoso.test", now: scene.fixture.clock.now)
        let cases: [(certificate: [UInt8]?, number: Int)] = [
            (forged.der, 500176), (try scene.certificate("grace@contoso.test"), 1001003),
            (try scene.certificate("nobody@contoso.test"), 1001003),
            (try scene.certificate("ada@contoso.test", isForServers: true), 50017), ([1, 2, 3], 50017), (nil, 50017),
        ]
        for (certificate, number) in cases {
            var fixture = scene.fixture
            fixture.browser = scene.browser(certificate)
            let visit = try await fixture.signIn(CertificateFixture.person())
            #expect(visit.errorNumber == number)
            #expect(!visit.hasCode)
            let entry = try #require(try await scene.entries("certificate_refused").last)
            #expect(entry["error_code"]?.integerValue == Int64(number))
            #expect(entry["detail"]?.stringValue?.isEmpty == false)
        }
        #expect(try await scene.count("certificate_accepted") == 0)
        #expect(try await scene.count("codes_issued") == 0)
    }

    @Test func `validity is checked against the provider's clock`() async throws {
        var scene = try await CertificateFixture()
        let certificate = try scene.certificate("ada@contoso.test", days: 30)
        try await scene.fixture.provider.admin.advanceClock(seconds: 31 * 86400)
        scene.fixture.browser = scene.browser(certificate)
        #expect(try await scene.fixture.signIn(CertificateFixture.person()).errorNumber == 500172)
    }

    @Test func `a user limited to certificates gets an error at the password, and signs in by certificate`()
        async throws
    {
        var scene = try await CertificateFixture()
        try await scene.fixture.provider.admin.setCertificateOnly(true, user: "ada@contoso.test")
        let refused = try await scene.fixture.signIn(ProviderFixture.ada)
        #expect(refused.errorNumber == 130501)
        #expect(refused.errorText?.contains("certificate") == true)
        #expect(refused.lastPage?.forms.first?.values("action").contains("certificate") == true)
        await #expect(throws: AdminClient.Refusal.self) {
            try await scene.fixture.provider.admin.setPassword(Secret("another-one-1"), of: "ada@contoso.test")
        }
        scene.fixture.browser = scene.browser(try scene.certificate("ada@contoso.test"))
        #expect(try await scene.fixture.signIn(CertificateFixture.person()).hasCode)
        #expect(try await scene.count("password_accepted") == 0)
    }

    @Test
    func `a user limited to certificates in a browser without any: the app gets the error and no code`()
        async throws
    {
        var scene = try await CertificateFixture()
        try await scene.fixture.provider.admin.setCertificateOnly(true, user: "ada@contoso.test")
        scene.fixture.browser = scene.browser(nil)
        let visit = try await scene.fixture.signIn(CertificateFixture.person())
        let reply = try ProviderFixture.reply(visit)
        #expect(reply["code"] == nil)
        #expect(reply["error"] == "invalid_grant")
        #expect(reply["error_description"]?.hasPrefix("AADSTS50017: ") == true)
    }

    @Test func `a tenant without authorities does not offer certificates, and accepts none`() async throws {
        let fixture = try await ProviderFixture()
        var browser = fixture.browser
        let url = try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid"))
        guard case .page(let address, let page, _) = try await browser.open(url) else { return }
        let form = try #require(page.forms.first)
        #expect(!form.values("action").contains("certificate"))
        var values = form.submission(filling: ["login": "ada@contoso.test"])
        values = values.filter { $0.0 != "action" } + [("action", "certificate")]
        guard case .page(_, let answer, _) = try await browser.send(form, values, from: address) else { return }
        #expect(answer.textByID["error-code"] == "AADSTS1001000")
    }

    @Test func `bindings map the other fields of a certificate to a user, and the first match counts`()
        async throws
    {
        let scene = try await CertificateFixture()
        let admin = scene.fixture.provider.admin
        let now = scene.fixture.clock.now
        let keyed = try scene.authority.issue(commonName: "Card 7", principalName: nil, now: now).der
        func visit(_ certificate: [UInt8]) async throws -> Person.Visit {
            var fixture = scene.fixture
            fixture.browser = scene.browser(certificate)
            return try await fixture.signIn(CertificateFixture.person())
        }
        #expect(try await visit(keyed).errorNumber == 1001003, "nothing in it names a user")
        let card = try await UserCertificateVerifier(
            authorities: [.init(certificate: scene.authority.der, isRoot: true)], now: now
        ).verify(keyed)
        _ = try await admin.graph(
            .patch, "users/ada@contoso.test",
            [
                "authorizationInfo": [
                    "certificateUserIds": [.string("X509:<SKI>\(card.subjectKeyIdentifier?.uppercased() ?? "")")]
                ]
            ])
        #expect(try await visit(keyed).hasCode)
        let mailed = try scene.authority.issue(
            commonName: "Ada", principalName: nil, mailAddress: "ADA@contoso.test", now: now)
        #expect(try await visit(mailed.der).hasCode)
        // A certificate with Grace's name is hers, even if its other fields are Ada's.
        let both = try scene.authority.issue(
            commonName: "Both", principalName: "grace@contoso.test", mailAddress: "ada@contoso.test", now: now)
        #expect(try await visit(both.der).errorNumber == 1001003)
    }
}
#endif
