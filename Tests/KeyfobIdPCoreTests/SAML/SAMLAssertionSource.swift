import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

/// An external identity provider whose assertions a tenant trusts.
struct SAMLAssertionSource {
    static let issuer = "http://fs.contoso.test/adfs/services/trust"

    let key: RSAPrivateKey
    private let clock: MovableClock
    private let certificate: [UInt8]

    init(_ fixture: ProviderFixture) throws {
        clock = fixture.clock
        key = try RSAPrivateKey()
        certificate = try SelfSignedCertificate.der(for: key, commonName: "Federation", now: fixture.clock.now)
    }

    /// Makes the tenant Contoso trust it.
    func trust(_ admin: AdminClient) async throws {
        try await admin.apply(
            [
                "trust": [
                    "federatedIssuers": [
                        ["issuer": .string(Self.issuer), "certificates": [.string(Base64.encode(certificate))]]
                    ]
                ]
            ])
    }

    /// The parts of an assertion about a user: its start tag, its content, and the end tag.
    func parts(_ user: String = "ada@contoso.test", id: String = "_k") -> (begin: String, content: String, end: String)
    {
        let now = clock.now.formatted(.iso8601)
        let end = clock.now.addingTimeInterval(600).formatted(.iso8601)
        return (
            #"<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="\#(id)" Version="2.0">"#,
            """
            <Issuer>\(Self.issuer)</Issuer>\
            <Subject><NameID>\(user)</NameID>\
            <SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"></SubjectConfirmation></Subject>\
            <Conditions NotBefore="\(now)" NotOnOrAfter="\(end)">\
            <AudienceRestriction><Audience>urn:federation:MicrosoftOnline</Audience></AudienceRestriction></Conditions>
            """, "</Assertion>"
        )
    }

    /// A signed assertion.
    func assertion(_ user: String = "ada@contoso.test") throws -> String {
        let parts = parts(user)
        let signature = try EnvelopedSigner(key: key).signature(of: parts.begin + parts.content + parts.end, id: "_k")
        return parts.begin + parts.content + signature + parts.end
    }
}
