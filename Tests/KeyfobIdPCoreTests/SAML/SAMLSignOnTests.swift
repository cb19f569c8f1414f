import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML
import KeyfobTesting
import Testing

@Suite("Sign-on by SAML")
struct SAMLSignOnTests {
    private static let claims = "http://schemas.microsoft.com/identity/claims/"
    private static let standard = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"

    /// The provider's certificate, as its metadata publishes it.
    private func certificate(_ fixture: SAMLFixture) async throws -> RSAPublicKey {
        let keys = try await fixture.base.provider.send(.get(try fixture.base.url("/common/discovery/v2.0/keys")))
        let text = keys.json["keys"]?.arrayValue?.first?["x5c"]?.arrayValue?.first?.stringValue ?? ""
        return try RSAPublicKey(certificate: try #require(Base64.decode(text)))
    }

    @Test("R162 A response contains every field that the protocol page lists, with its limits")
    func fields() async throws {
        var fixture = try await SAMLFixture()
        let visit = try await fixture.signOn(relayState: "the state")
        let response = try #require(ServiceResponse(visit))
        #expect(response.form.action == SAMLFixture.consumer)
        #expect(response.form.method == "post")
        #expect(response.form.values("RelayState") == ["the state"])
        let issuer = "https://sts.windows.net/\(SAMLFixture.tenant)/"
        let now = fixture.base.clock.unixSeconds
        func time(_ seconds: Int64) -> String {
            Date(unixSeconds: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        let index = response.text("SessionIndex=\"", "\"") ?? ""
        for part in [
            "Destination=\"\(SAMLFixture.consumer)\"", "InResponseTo=\"_request-1\"", "Version=\"2.0\"",
            "IssueInstant=\"\(time(now))\"",
            "<Issuer xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\">\(issuer)</Issuer><samlp:Status>",
            "Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"",
            "Method=\"urn:oasis:names:tc:SAML:2.0:cm:bearer\"",
            "<SubjectConfirmationData InResponseTo=\"_request-1\" NotOnOrAfter=\"\(time(now + 300))\" "
                + "Recipient=\"\(SAMLFixture.consumer)\">",
            "<Conditions NotBefore=\"\(time(now))\" NotOnOrAfter=\"\(time(now + 4200))\">",
            "<AudienceRestriction><Audience>\(SAMLFixture.issuer)</Audience></AudienceRestriction>",
            "<AuthnStatement AuthnInstant=\"\(time(now))\" SessionIndex=\"\(index)\">",
            "<AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</AuthnContextClassRef>",
        ] {
            #expect(response.xml.contains(part), "\(part)")
        }
        #expect(response.assertion?.contains(" ID=\"\(index)\"") == true)
        // The signature is the provider's, over this assertion.
        let tree = try XMLReading.read(Array(try #require(response.assertion).utf8), limits: XMLLimits())
        let assertion = try SAMLAssertion(verifying: tree, .version2, keys: [try await certificate(fixture)])
        #expect(assertion.issuer == issuer)
        #expect(assertion.audiences == [SAMLFixture.issuer])
        #expect(assertion.validity == now..<(now + 4200))
        for (name, values) in [
            (Self.claims + "tenantid", [SAMLFixture.tenant]), (Self.claims + "displayname", ["Ada Lovelace"]),
            (Self.claims + "identityprovider", [issuer]),
            (
                "http://schemas.microsoft.com/claims/authnmethodsreferences",
                ["http://schemas.microsoft.com/ws/2008/06/identity/authenticationmethod/password"]
            ),
            (Self.standard + "givenname", ["Ada"]), (Self.standard + "surname", ["Lovelace"]),
            (Self.standard + "emailaddress", ["ada@contoso.test"]), (Self.standard + "name", ["ada@contoso.test"]),
        ] {
            #expect(response.values(name) == values, "\(name)")
        }
        #expect(response.values(Self.claims + "objectidentifier").first?.count == 36)
        #expect(try await fixture.base.provider.admin.count("assertion_issued") == 1)
        // What a request may contain, and what it may not: each refusal by its number.
        for row in Self.requests {
            #expect(try await fixture.number(try fixture.address(row.xml)) == row.number, "\(row.name)")
        }
    }

    private struct Row {
        let name: String
        let xml: String
        let number: Int?
    }

    /// nil: the sign-in page.
    private static let requests: [Row] = {
        func change(_ name: String, _ attributes: [String: String?], _ number: Int?) -> Row {
            Row(name: name, xml: SAMLFixture.request("AuthnRequest", attributes), number: number)
        }
        func content(_ name: String, _ content: String, _ number: Int?) -> Row {
            Row(name: name, xml: SAMLFixture.request(content: content), number: number)
        }
        func policy(_ format: String, _ number: Int?) -> Row {
            content(format, "<samlp:NameIDPolicy Format=\"\(format)\"></samlp:NameIDPolicy>", number)
        }
        func context(_ attributes: String, _ names: String...) -> String {
            let inner = names.map {
                "<AuthnContextClassRef xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\">\($0)</AuthnContextClassRef>"
            }
            return "<samlp:RequestedAuthnContext\(attributes)>\(inner.joined())</samlp:RequestedAuthnContext>"
        }
        let password = "urn:oasis:names:tc:SAML:2.0:ac:classes:Password"
        return [
            change("an id with a digit first", ["ID": "1a"], 7_500_529),
            change("an id with a colon", ["ID": "a:b"], 7_500_529),
            change("an id of 300 letters", ["ID": String(repeating: "a", count: 300)], 7_500_529),
            change("no id", ["ID": nil], 75005),
            change("an empty id", ["ID": ""], 75005),
            change("an id as in the documentation", ["ID": "id6c1c178c166d486687be4aaf5e482730"], nil),
            change("version 1.1", ["Version": "1.1"], 75005),
            change("no version", ["Version": nil], 75005),
            change("no time", ["IssueInstant": nil], 75005),
            change("a time that is none", ["IssueInstant": "yesterday"], 75005),
            change("a time of another zone", ["IssueInstant": "2013-03-18T03:28:54+01:00"], nil),
            change("an old time", ["IssueInstant": "2013-03-18T03:28:54.1839884Z"], nil),
            change("a registered consumer", ["AssertionConsumerServiceURL": SAMLFixture.otherConsumer], nil),
            change("another consumer", ["AssertionConsumerServiceURL": "https://evil.test/acs"], 50011),
            change("a longer consumer", ["AssertionConsumerServiceURL": SAMLFixture.consumer + "/x"], 50011),
            change("a consumer in capitals", ["AssertionConsumerServiceURL": "https://portal.contoso.test/ACS"], 50011),
            change("POST", ["ProtocolBinding": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"], nil),
            change("an artifact", ["ProtocolBinding": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"], 75003),
            change("ForceAuthn", ["ForceAuthn": "true"], nil),
            change("ForceAuthn as a number", ["ForceAuthn": "1"], nil),
            change("ForceAuthn that is no boolean", ["ForceAuthn": "yes"], 75005),
            change("IsPassive that is no boolean", ["IsPassive": "TRUE"], 75005),
            change(
                "attributes that are ignored",
                [
                    "Consent": "urn:x", "Destination": "https://elsewhere.test/", "ProviderName": "Portal",
                    "AssertionConsumerServiceIndex": "7", "AttributeConsumingServiceIndex": "8",
                ], nil),
            policy("urn:oasis:names:tc:SAML:2.0:nameid-format:persistent", nil),
            policy("urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress", nil),
            policy("urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified", nil),
            policy("urn:oasis:names:tc:SAML:2.0:nameid-format:transient", nil),
            policy("urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos", 75016),
            policy("", 75016),
            content(
                "AllowCreate alone", "<samlp:NameIDPolicy AllowCreate=\"true\"></samlp:NameIDPolicy>", nil),
            content(
                "two policies",
                "<samlp:NameIDPolicy></samlp:NameIDPolicy><samlp:NameIDPolicy></samlp:NameIDPolicy>", 75005),
            content("an exact context", context(" Comparison=\"exact\"", password), nil),
            content("a context without comparison", context("", password, "urn:other"), nil),
            content("another comparison", context(" Comparison=\"minimum\"", password), 75005),
            content("no class", context(""), 75005),
            content(
                "a subject",
                "<Subject xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\"><NameID>ada</NameID></Subject>", 75005),
            content(
                "conditions, which are ignored",
                "<Conditions xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\"></Conditions>", nil),
            content("an empty scoping", "<samlp:Scoping></samlp:Scoping>", nil),
            content("a proxy count", "<samlp:Scoping ProxyCount=\"1\"></samlp:Scoping>", 75005),
            content(
                "a requester", "<samlp:Scoping><samlp:RequesterID>x</samlp:RequesterID></samlp:Scoping>", 75005),
            Row(
                name: "an unknown issuer", xml: SAMLFixture.request(issuer: "https://other.test"), number: 700016),
            Row(
                name: "an issuer with a slash more", xml: SAMLFixture.request(issuer: SAMLFixture.issuer + "/"),
                number: 700016),
            Row(
                name: "an issuer in capitals", xml: SAMLFixture.request(issuer: SAMLFixture.issuer.uppercased()),
                number: 700016),
            Row(name: "an empty issuer", xml: SAMLFixture.request(issuer: ""), number: 75005),
            Row(name: "another message", xml: SAMLFixture.request("ArtifactResolve"), number: 75005),
            Row(name: "no XML", xml: "hello", number: 75005),
        ]
    }()

    @Test("R75 A service's request by redirect is answered by POST, and an assertion is a grant")
    func requestAndGrant() async throws {
        var fixture = try await SAMLFixture()
        let response = try #require(ServiceResponse(try await fixture.signOn()))
        let assertion = try #require(response.assertion)
        // The provider's own tokens of SAML, from the point of view of a tenant that trusts their issuer.
        let admin = fixture.base.provider.admin
        let issuer = "https://sts.windows.net/\(SAMLFixture.tenant)/"
        let certificate = try #require(response.text("<X509Certificate>"))
        try await admin.apply(
            ["trust": ["federatedIssuers": [["issuer": .string(issuer), "certificates": [.string(certificate)]]]]])
        try await admin.setConsent(
            user: "ada@contoso.test", clientID: fixture.base.clientID, resource: "api://files", granted: ["Files.Read"])
        func redeem(_ assertion: String) async throws -> HTTPResponse {
            try await fixture.base.token(
                [
                    ("grant_type", SAMLAssertionGrant.version2.rawValue), ("client_id", fixture.base.clientID),
                    ("assertion", Base64.encode(Array(assertion.utf8))), ("resource", "api://files"),
                    ("scope", "openid"),
                ], path: "/common/oauth2/token")
        }
        // That one is for the service and at its address, not for a token endpoint.
        #expect(try await redeem(assertion).number == 500131)
        let signer = try SAMLAssertionSource(fixture.base)
        try await signer.trust(admin)
        let tokens = try TokenResponse(parsing: try await redeem(try signer.assertion()).body)
        #expect(try await fixture.base.scp(tokens) == ["Files.Read"])
    }

    @Test("Each format of names: pairwise and lasting, the mail address, or new each time")
    func names() async throws {
        var fixture = try await SAMLFixture()
        try await fixture.register(
            "bbbbbbbb-0000-4000-8000-000000000002", "https://second.test", ["https://second.test/acs"], [:])
        func name(
            _ format: String?, issuer: String = SAMLFixture.issuer, qualifier: String? = nil
        ) async throws -> (format: String?, value: String?, all: ServiceResponse?) {
            let attributes = [("Format", format), ("SPNameQualifier", qualifier)]
                .compactMap { name, value in value.map { " \(name)=\"\($0)\"" } }.joined()
            let xml = SAMLFixture.request(
                issuer: issuer, content: "<samlp:NameIDPolicy\(attributes)></samlp:NameIDPolicy>")
            let response = ServiceResponse(try await fixture.signOn(xml))
            return (response?.text("<NameID Format=\"", "\""), response?.text("<NameID", "</NameID>"), response)
        }
        let persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
        let first = try await name(persistent)
        #expect(first.format == persistent)
        #expect(first.value?.contains("ada@") == false)
        for format in [persistent, "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified", nil] {
            #expect(try await name(format).value == first.value)
        }
        #expect(try await name(persistent, issuer: "https://second.test").value != first.value)
        let mail = try await name("urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress")
        #expect(mail.value?.hasSuffix(">ada@contoso.test") == true)
        let transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
        let (one, two) = (try await name(transient), try await name(transient))
        #expect(one.format == transient)
        #expect(one.value != two.value)
        let qualified = try await name(persistent, qualifier: "the group")
        #expect(qualified.all?.xml.contains("SPNameQualifier=\"the group\"") == true)
    }

    @Test("What is signed, and what is encrypted, is the registration's choice")
    func signing() async throws {
        for (option, count) in [("assertion", 1), ("response", 1), ("both", 2)] {
            var fixture = try await SAMLFixture(["signingOption": .string(option)])
            let response = try #require(ServiceResponse(try await fixture.signOn()))
            #expect(response.xml.split(separator: "<SignatureValue>").count - 1 == count, "\(option)")
            let isOfResponse = response.xml.contains(
                "</Issuer><Signature xmlns=\"http://www.w3.org/2000/09/xmldsig#\">")
            #expect(isOfResponse, "\(option)")
            let assertion = response.assertion ?? ""
            #expect(assertion.contains("<SignatureValue>") == (option != "response"), "\(option)")
        }
        var fixture = try await SAMLFixture()
        let encryption = try RSAPrivateKey()
        let certificate = try SelfSignedCertificate.der(
            for: encryption, commonName: "Decryption", now: fixture.base.clock.now)
        try await fixture.register(
            SAMLFixture.clientID, SAMLFixture.issuer, [SAMLFixture.consumer],
            ["encryptionCertificate": .string(Base64.encode(certificate))])
        let response = try #require(ServiceResponse(try await fixture.signOn()))
        #expect(!response.xml.contains("ada@contoso.test"))
        let values = response.xml.split(separator: "<xenc:CipherValue>").dropFirst().compactMap { part in
            part.firstRange(of: "<").flatMap { Base64.decode(String(part[..<$0.lowerBound])) }
        }
        let secret = try encryption.unwrap(try #require(values.first))
        let sealed = try #require(values.last)
        let plain = try AESCBCKey(secret).decrypt(Array(sealed.dropFirst(16)), vector: Array(sealed.prefix(16)))
        #expect(String(decoding: plain, as: UTF8.self).contains("ada@contoso.test"))
    }

    @Test("A registration may map claims and choose the user's name")
    func claimsMapping() async throws {
        var fixture = try await SAMLFixture([
            "nameIdSource": "user.userprincipalname",
            "claims": [
                ["type": "urn:test:mail", "source": "user.mail"], ["type": "urn:test:fixed", "value": "a < b & c"],
                ["type": .string(Self.standard + "name"), "source": "user.displayname"],
            ],
        ])
        let response = try #require(ServiceResponse(try await fixture.signOn()))
        #expect(response.xml.contains("emailAddress\">ada@contoso.test</NameID>"))
        #expect(response.values("urn:test:mail") == ["ada@contoso.test"])
        #expect(response.values("urn:test:fixed") == ["a &lt; b &amp; c"])
        #expect(response.values(Self.standard + "name") == ["Ada Lovelace"])
    }

    @Test("A request by POST is answered as one by redirect is, with a state of any characters")
    func byPost() async throws {
        let fixture = try await SAMLFixture()
        let state = "a b&c=\"d\"<e>\u{e9}"
        let response = try await fixture.post(SAMLFixture.request(), relayState: state)
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self).contains("data-page=\"sign-in\""))
        #expect(
            SAMLFixture.number(
                try await fixture.post(SAMLFixture.request(), relayState: String(repeating: "x", count: 5000)))
                == 75005)
        var other = fixture
        let visit = try await other.signOn(relayState: state)
        #expect(ServiceResponse(visit)?.form.values("RelayState") == [state])
    }

    @Test("A page submits itself by its own script only, and works without it")
    func page() async throws {
        var fixture = try await SAMLFixture()
        _ = try await fixture.signOn()
        let recorder = RecordingTransport(fixture.base.provider)
        fixture.base.browser = FormBrowser(
            transport: recorder, clock: fixture.base.clock, cookies: fixture.base.browser.cookies)
        let visit = try await fixture.signOn()
        #expect(visit.pages == ["form-post"])
        let last = try #require(recorder.exchanges.last?.response)
        let policy = last.fields["Content-Security-Policy"] ?? ""
        let nonce = policy.firstRange(of: "script-src 'nonce-").map { policy[$0.upperBound...].prefix { $0 != "'" } }
        let body = String(decoding: last.body, as: UTF8.self)
        #expect(body.contains("<script nonce=\"\(nonce ?? "?")\">document.forms[0].submit()</script>"))
        #expect(body.contains("<button type=\"submit\">Continue</button>"))
    }
}
