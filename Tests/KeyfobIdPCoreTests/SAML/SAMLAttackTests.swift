import Foundation
import KeyfobConformance
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML
import KeyfobTesting
import Testing

@Suite("Attacks by SAML messages", .onEveryStore)
struct SAMLAttackTests {
    private static let evil: [String: String?] = ["AssertionConsumerServiceURL": SAMLFixture.otherConsumer]

    /// The eight known places of a signed original in a forged message, or the other way round.
    private static func wrappings(
        of original: String, unsigned: String, signature: String, in forged: (_ inner: String) -> String
    ) -> [String] {
        func object(_ text: String) -> String { "<ds:Object>\(text)</ds:Object>" }
        func inside(_ text: String) -> String {
            signature.replacing("</ds:Signature>", with: "\(text)</ds:Signature>")
        }
        func extension_(_ text: String) -> String { "<x:Extensions xmlns:x=\"urn:x\">\(text)</x:Extensions>" }
        return [
            // 1, 2: the forged message with the original's signature, around and beside the original.
            forged(inside(object(unsigned))), forged(unsigned + signature),
            // 3, 4: the signed original as a child, first and below another element.
            forged(original), forged(extension_(original)),
            // 5, 6: the signature moved to the forged message, the original at the end or in the signature.
            forged(signature + unsigned), forged(inside(unsigned)),
            // 7, 8: both in elements that anything may be in.
            forged(extension_(unsigned) + signature), forged(inside(object(original))),
        ]
    }

    @Test("Signature wrapping in its eight forms: a signed request proves nothing but itself")
    func wrappedRequests() async throws {
        let fixture = try await SAMLFixture(requiresSignature: true)
        let unsigned = SAMLFixture.request()
        let signature = try fixture.signature(of: unsigned)
        let original = SAMLFixture.request(signature: signature)
        #expect(SAMLFixture.number(try await fixture.post(original)) == nil)
        for id in ["_forged", "_request-1"] {
            let forms = Self.wrappings(of: original, unsigned: unsigned, signature: signature) { inner in
                SAMLFixture.request("AuthnRequest", ["ID": id].merging(Self.evil) { $1 }, content: inner)
            }
            #expect(forms.count == 8)
            for (index, xml) in forms.enumerated() {
                #expect(SAMLFixture.number(try await fixture.post(xml)) == 75005, "XSW\(index + 1) with \(id)")
            }
        }
    }

    @Test("Signature wrapping in its eight forms: a sign-out is not forged from a signed request")
    func wrappedSignOut() async throws {
        var fixture = try await SAMLFixture(requiresSignature: true)
        let request = SAMLFixture.request()
        let signed = try fixture.address(request, signs: fixture.key)
        _ = try await ProviderFixture.ada.visit(signed, with: &fixture.base.browser)
        let unsigned = SAMLFixture.request("LogoutRequest")
        let signature = try fixture.signature(of: unsigned)
        let original = SAMLFixture.request("LogoutRequest", signature: signature)
        let forms = Self.wrappings(of: original, unsigned: unsigned, signature: signature) { inner in
            SAMLFixture.request("LogoutRequest", ["ID": "_forged"], content: inner)
        }
        for xml in forms + [original] {
            // By redirect a signature in the XML counts for nothing; by POST no sign-out is accepted.
            #expect(try await fixture.number(try fixture.address(xml)) == 76021)
            #expect(SAMLFixture.number(try await fixture.post(xml)) == 75005)
            let both = try fixture.address(xml, signs: fixture.key)
            #expect(try await fixture.number(both) == 75005)
        }
        let still = try await fixture.signOnSigned(SAMLFixture.request("AuthnRequest", ["ID": "_again"]))
        #expect(still.pages == ["form-post"])
    }

    @Test("Signature wrapping in its eight forms: an assertion is redeemed for its own user only")
    func wrappedAssertions() async throws {
        let fixture = try await ProviderFixture()
        let source = try SAMLAssertionSource(fixture)
        let admin = fixture.provider.admin
        try await source.trust(admin)
        for user in ["ada@contoso.test", "grace@contoso.test"] {
            try await admin.setConsent(
                user: user, clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
        }
        func redeem(_ assertion: String) async throws -> HTTPResponse {
            try await fixture.token(
                [
                    ("grant_type", SAMLAssertionGrant.version2.rawValue), ("client_id", fixture.clientID),
                    ("assertion", Base64.encode(Array(assertion.utf8))), ("resource", "api://files"),
                    ("scope", "openid"),
                ], path: "/common/oauth2/token")
        }
        let parts = source.parts()
        let unsigned = parts.begin + parts.content + parts.end
        let signature = try EnvelopedSigner(key: source.key).signature(of: unsigned, id: "_k")
        let original = parts.begin + parts.content + signature + parts.end
        for id in ["_forged", "_k"] {
            let evil = source.parts("grace@contoso.test", id: id)
            let forms = Self.wrappings(of: original, unsigned: unsigned, signature: signature) { inner in
                evil.begin + evil.content + inner + evil.end
            }
            for (index, xml) in forms.enumerated() {
                #expect(try await redeem(xml).number == 50013, "XSW\(index + 1) with \(id)")
            }
        }
        #expect(try await redeem(original).status == 200)
    }

    @Test("No document type, entity, comment or instruction is read, so that nothing is expanded or cut")
    func entities() async throws {
        let fixture = try await SAMLFixture()
        let plain = SAMLFixture.request()
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
        let issuer = SAMLFixture.issuer
        for xml in [
            bomb + plain, bomb + SAMLFixture.request(issuer: "&b;"), SAMLFixture.request(issuer: "&unknown;"),
            "<!DOCTYPE x SYSTEM \"file:///etc/passwd\">" + plain,
            SAMLFixture.request(issuer: "\(issuer)<!-- -->.evil.test"),
            SAMLFixture.request(issuer: "<!---->\(issuer)"), SAMLFixture.request(issuer: "<![CDATA[\(issuer)]]>"),
            SAMLFixture.request(content: "<?xml-stylesheet href=\"x\"?>"),
            SAMLFixture.request(content: String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)),
        ] {
            #expect(try await fixture.number(try fixture.address(xml)) == 75005)
            #expect(SAMLFixture.number(try await fixture.post(xml)) == 75005)
        }
    }

    @Test("A message that grows when it is decompressed is refused")
    func growing() async throws {
        let fixture = try await SAMLFixture()
        let spaces = String(repeating: " ", count: 40 << 10)
        #expect(SAMLFixture.number(try await fixture.post(SAMLFixture.request(content: spaces))) == 75005)
        // 40 KiB of spaces, and their compressed form by zlib.
        let compressed =
            "7cEBDQAAAMKgKu+f0hxuQAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMC/AQ=="
        #expect(Inflation.inflated(Base64.decode(compressed) ?? [], atMost: 40 << 10)?.count == 40 << 10)
        let url = try fixture.base.url("/\(SAMLFixture.tenant)/saml2", [("SAMLRequest", compressed)])
        #expect(try await fixture.number(url) == 75005)
    }

    @Test("Where signed requests are required, nothing else is accepted: no signature, or another key or algorithm")
    func signatures() async throws {
        let fixture = try await SAMLFixture(requiresSignature: true)
        let xml = SAMLFixture.request()
        let sha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
        #expect(try await fixture.number(try fixture.address(xml)) == 76021)
        #expect(SAMLFixture.number(try await fixture.post(xml)) == 76021)
        let good = try fixture.address(xml, relayState: "a b", signs: fixture.key)
        #expect(try await fixture.number(good) == nil)
        #expect(try await fixture.number(try fixture.address(xml, signs: try RSAPrivateKey())) == 75005)
        for algorithm in [
            "http://www.w3.org/2000/09/xmldsig#rsa-sha1", "http://www.w3.org/2001/04/xmldsig-more#rsa-md5",
            "http://www.w3.org/2000/09/xmldsig#hmac-sha1", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
            "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "none", "",
        ] {
            let url = try fixture.address(xml, signs: fixture.key, algorithm: algorithm)
            #expect(try await fixture.number(url) == 75005, "\(algorithm)")
            let method = try EnvelopedSigner(key: fixture.key, method: algorithm).signature(of: xml, id: "_request-1")
            let post = try await fixture.post(SAMLFixture.request(signature: method))
            #expect(SAMLFixture.number(post) == 75005, "\(algorithm)")
        }
        // A secret that is public: the certificate as the key of an HMAC.
        let hmac = Base64.encode(
            HMACSHA256.authenticate(Array(xml.utf8), key: Base64.decode(fixture.certificate) ?? []))
        let keyed = try fixture.address(
            xml, more: [("SigAlg", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"), ("Signature", hmac)])
        #expect(try await fixture.number(keyed) == 75005)
        // The signature covers the state and the message, as they are written.
        func changed(_ old: String, _ new: String) throws -> HTTPURL {
            try #require(HTTPURL(good.description.replacing(old, with: new)))
        }
        #expect(try await fixture.number(try changed("RelayState=a%20b", "RelayState=a%20c")) == 75005)
        #expect(try await fixture.number(try changed("RelayState=a%20b", "RelayState=a+b")) == 75005)
        #expect(try await fixture.number(try changed("&RelayState=a%20b", "")) == 75005)
        #expect(try await fixture.number(try changed("SAMLRequest=", "%53AMLRequest=")) == 750054)
        #expect(try await fixture.number(try changed(sha256.suffix(6).description, "sha257")) == 75005)
    }

    @Test("A reply address is one that is registered, byte by byte, also on loopback")
    func replyAddress() async throws {
        let fixture = try await SAMLFixture()
        let loopback = "http://localhost:7000/acs"
        try await fixture.register(
            SAMLFixture.clientID, SAMLFixture.issuer, [SAMLFixture.consumer, loopback, "http://127.0.0.1"])
        func number(_ address: String) async throws -> Int? {
            let xml = SAMLFixture.request("AuthnRequest", ["AssertionConsumerServiceURL": address])
            return try await fixture.number(try fixture.address(xml))
        }
        #expect(try await number(loopback) == nil)
        for address in [
            "http://localhost:7001/acs", "http://localhost/acs", "http://LOCALHOST:7000/acs", "http://127.0.0.1/",
            "http://127.0.0.1:9", "http://localhost:7000/acs/", "http://localhost:07000/acs",
            SAMLFixture.consumer + "/", SAMLFixture.consumer + "?a=b", SAMLFixture.consumer.uppercased(),
        ] {
            #expect(try await number(address) == 50011, "\(address)")
        }
    }

    @Test("A parameter that is given twice, or in two kinds, is refused")
    func duplicates() async throws {
        let fixture = try await SAMLFixture()
        let good = try fixture.address(SAMLFixture.request(), relayState: "x").description
        func number(_ more: String) async throws -> Int? {
            try await fixture.number(try #require(HTTPURL(good + more)))
        }
        #expect(try await number("") == nil)
        #expect(try await number("&SAMLRequest=AAAA") == 90023)
        #expect(try await number("&RelayState=y") == 90023)
        #expect(try await number("&Relay%53tate=y") == 90023)
        #expect(try await number("&SAMLResponse=AAAA") == 75005)
        #expect(try await number("&SAMLEncoding=urn:other") == 75005)
        #expect(try await fixture.number(try fixture.base.url("/\(SAMLFixture.tenant)/saml2")) == 750054)
    }

    @Test("In the strict profile a signed request counts once, for this address, and for ten minutes")
    func strict() async throws {
        let fixture = try await SAMLFixture(requiresSignature: true, profile: .strict)
        let here = "https://localhost:8443/\(SAMLFixture.tenant)/saml2"
        let now = fixture.base.clock.now
        func number(_ id: String, _ destination: String?, age: Double = 0) async throws -> Int? {
            let xml = SAMLFixture.request(
                "AuthnRequest",
                [
                    "ID": id, "Destination": destination,
                    "IssueInstant": now.addingTimeInterval(-age).formatted(.iso8601),
                ])
            return try await fixture.number(try fixture.address(xml, signs: fixture.key))
        }
        #expect(try await number("_a", here) == nil)
        #expect(try await number("_a", here) == 75005)
        #expect(try await number("_b", here) == nil)
        #expect(try await number("_c", "https://elsewhere.test/saml2") == 75008)
        #expect(try await number("_d", nil) == 75008)
        #expect(try await number("_e", here, age: 700) == 76026)
        #expect(try await number("_f", here, age: -700) == 76026)
    }
}

extension SAMLFixture {
    /// Lets Ada sign in by a signed request.
    mutating func signOnSigned(_ xml: String) async throws -> Person.Visit {
        try await ProviderFixture.ada.visit(try address(xml, signs: key), with: &base.browser)
    }
}
