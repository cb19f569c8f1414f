import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Strings that Swift treats as equal, such as K and the Kelvin sign, are two different names.
@Suite("The spelling of an assertion's names")
struct AssertionSpellingTests {
    private static let issuer = "http://fs.contoso.test/Kerberos"
    private static let likeIssuer = "http://fs.contoso.test/\u{212A}erberos"

    private let fixture: ProviderFixture
    private let key: RSAPrivateKey
    private let certificate: JSONValue

    /// An RSA key with a certificate: a provider's key, used here as an issuer's.
    init() async throws {
        fixture = try await ProviderFixture { $0.signingAlgorithm = .rs256 }
        let keys = try await fixture.provider.store.transaction { try $0.signingKeys() }
        let own = try #require(keys.first { $0.role == .current })
        key = try RSAPrivateKey(pem: own.privateKeyPEM.reveal())
        certificate = .string(Data(try #require(own.certificate)).base64EncodedString())
    }

    /// An assertion about Ada in exclusive canonical form, so that its bytes are the signed bytes.
    private func assertion(issuer: String, audience: String) throws -> String {
        let names = (saml: "urn:oasis:names:tc:SAML:2.0:assertion", ds: "http://www.w3.org/2000/09/xmldsig#")
        let form = "http://www.w3.org/2001/10/xml-exc-c14n#"
        let now = fixture.clock.now.formatted(.iso8601)
        let end = fixture.clock.now.addingTimeInterval(600).formatted(.iso8601)
        let begin = #"<Assertion xmlns="\#(names.saml)" ID="_k" Version="2.0">"#
        let content = """
            <Issuer>\(issuer)</Issuer>\
            <Subject><NameID>ada@contoso.test</NameID>\
            <SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"></SubjectConfirmation></Subject>\
            <Conditions NotBefore="\(now)" NotOnOrAfter="\(end)">\
            <AudienceRestriction><Audience>\(audience)</Audience></AudienceRestriction></Conditions>
            """
        let digest = Data(Digest.sha256(Array("\(begin)\(content)</Assertion>".utf8))).base64EncodedString()
        let info = """
            <ds:SignedInfo xmlns:ds="\(names.ds)">\
            <ds:CanonicalizationMethod Algorithm="\(form)"></ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>\
            <ds:Reference URI="#_k"><ds:Transforms>\
            <ds:Transform Algorithm="\(names.ds)enveloped-signature"></ds:Transform>\
            <ds:Transform Algorithm="\(form)"></ds:Transform></ds:Transforms>\
            <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>\
            <ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference></ds:SignedInfo>
            """
        let value = Data(try key.sign(Array(info.utf8))).base64EncodedString()
        let signature = """
            <ds:Signature xmlns:ds="\(names.ds)">\(info)<ds:SignatureValue>\(value)</ds:SignatureValue></ds:Signature>
            """
        return Data("\(begin)\(content)\(signature)</Assertion>".utf8).base64EncodedString()
    }

    private func redeem(issuer: String = issuer, audience: String) async throws -> HTTPResponse {
        try await fixture.token(
            [
                ("grant_type", SAMLAssertionGrant.version2.rawValue), ("client_id", fixture.clientID),
                ("assertion", try assertion(issuer: issuer, audience: audience)), ("resource", "api://files"),
                ("scope", "openid"),
            ], path: "/common/oauth2/token")
    }

    @Test("An issuer is trusted by its exact bytes")
    func issuer() async throws {
        let admin = fixture.provider.admin
        try await admin.apply(
            ["trust": ["federatedIssuers": [["issuer": .string(Self.issuer), "certificates": [certificate]]]]])
        try await admin.setConsent(
            user: "ada@contoso.test", clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
        let audience = "urn:federation:MicrosoftOnline"
        let other = try await redeem(issuer: Self.likeIssuer, audience: audience)
        #expect(other.number == 50013)
        #expect(other.json["error_description"]?.stringValue?.contains("issuer is not trusted") == true)
        #expect(try await redeem(audience: audience).status == 200)
    }

    @Test("An audience is compared byte for byte")
    func audience() async throws {
        // No tenant's id contains such letters today, nor does any other name of the provider.
        var tenant = Tenant(
            id: "tenant-K", displayName: "A tenant", domains: ["tenant-k.test"], partialConsent: false, subjectSalt: "s"
        )
        let der = try #require(certificate.stringValue.flatMap { Data(base64Encoded: $0) })
        tenant.federatedIssuers = [FederatedIssuer(issuer: Self.issuer, certificates: [Array(der)])]
        let added = tenant
        try await fixture.provider.store.transaction { try $0.put(added) }
        // Ada is not a user of that tenant, which is checked once the assertion is accepted.
        let own = "\(fixture.provider.base.origin)/tenant-K/"
        #expect(try await redeem(audience: own).number == 50034)
        #expect(try await redeem(audience: own.replacing("K", with: "\u{212A}")).number == 500131)
    }
}
