import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML
import KeyfobTesting
import Testing

@Suite("Sign-out by SAML")
struct SAMLSignOutTests {
    private func query(_ address: String) throws -> FormParameters {
        try FormParameters(parsing: address.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "")
    }

    /// The XML of a message by redirect.
    private func xml(_ address: String, _ name: String) throws -> String {
        let bytes = try #require(Base64.decode(try query(address)[name] ?? ""))
        return String(decoding: try #require(Inflation.inflated(bytes, atMost: 1 << 16)), as: UTF8.self)
    }

    @Test("A service's request ends the session, and leads back with a signed response")
    func signOut() async throws {
        var fixture = try await SAMLFixture()
        #expect(try await fixture.signOn().pages == ["sign-in", "form-post"])
        let request = SAMLFixture.request("LogoutRequest", ["ID": "_out"])
        let visit = try await fixture.signOn(request, relayState: "after")
        let back = try #require(visit.redirect)
        #expect(back.hasPrefix("\(SAMLFixture.logout)?SAMLResponse="))
        #expect(try query(back)["RelayState"] == "after")
        let xml = try xml(back, "SAMLResponse")
        for part in [
            "<samlp:LogoutResponse ", "InResponseTo=\"_out\"", "Destination=\"\(SAMLFixture.logout)\"",
            ">https://sts.windows.net/\(SAMLFixture.tenant)/</Issuer>", "status:Success",
        ] {
            #expect(xml.contains(part), "\(part)")
        }
        let keys = try await fixture.base.provider.send(.get(try fixture.base.url("/common/discovery/v2.0/keys")))
        let certificate = keys.json["keys"]?.arrayValue?.first?["x5c"]?.arrayValue?.first?.stringValue ?? ""
        let key = try RSAPublicKey(certificate: try #require(Base64.decode(certificate)))
        let text = String(back.dropFirst(SAMLFixture.logout.count + 1))
        let signed = try #require(text.firstRange(of: "&Signature=")).lowerBound
        let signature = try #require(Base64.decode(try query(back)["Signature"] ?? ""))
        #expect(key.verifies(signature, of: Array(text[..<signed].utf8)))
        #expect(try await fixture.base.provider.admin.count("signed_out") == 1)
        #expect(try await fixture.signOn().pages == ["sign-in", "form-post"])
    }

    @Test("Each other service of the session gets a request, with its own name of the user")
    func others() async throws {
        var fixture = try await SAMLFixture()
        let recorder = RecordingTransport(fixture.base.provider)
        fixture.base.browser = FormBrowser(transport: recorder, clock: fixture.base.clock)
        let second = "https://second.test"
        try await fixture.register(
            "bbbbbbbb-0000-4000-8000-000000000002", second, ["https://second.test/acs"],
            logout: "https://second.test/out?keep=1")
        try await fixture.register(
            "bbbbbbbb-0000-4000-8000-000000000003", "https://third.test", ["https://third.test/acs"])
        _ = try await fixture.signOn()
        let other = try #require(ServiceResponse(try await fixture.signOn(SAMLFixture.request(issuer: second))))
        _ = try await fixture.signOn(SAMLFixture.request(issuer: "https://third.test"))
        let visit = try await fixture.signOn(SAMLFixture.request("LogoutRequest"))
        #expect(visit.pages == ["signed-out"])
        let frames = visit.lastPage?.frames ?? []
        #expect(frames.count == 1)
        // The page may load the documents of that service, and of no other.
        let policy = recorder.exchanges.last?.response?.fields["Content-Security-Policy"]
        #expect(policy?.contains("; frame-src 'self' https://second.test; ") == true)
        let address = try #require(frames.first)
        #expect(address.hasPrefix("https://second.test/out?keep=1&SAMLRequest="))
        let xml = try xml(address, "SAMLRequest")
        let index = other.text("SessionIndex=\"", "\"") ?? "?"
        let name = other.text("<NameID", "</NameID>") ?? "?"
        #expect(xml.contains("<samlp:LogoutRequest "))
        #expect(xml.contains("<samlp:SessionIndex>\(index)</samlp:SessionIndex>"))
        #expect(xml.contains(name.drop { $0 != ">" }))
        // Its response comes back in the frame.
        let response = SAMLFixture.request("LogoutResponse", ["InResponseTo": "_x"], issuer: second)
        let answered = try await fixture.base.provider.send(
            .get(try fixture.address(response, parameter: "SAMLResponse")))
        #expect(answered.status == 200 && answered.body.isEmpty)
    }

    @Test("Only the account that is signed in to the service signs out; without an address the user stays on the page")
    func accounts() async throws {
        var fixture = try await SAMLFixture()
        _ = try await fixture.signOn()
        let grace = Person(user: "grace@contoso.test", password: ProviderFixture.ada.password.reveal())
        var other = grace
        other.usesAnotherAccount = true
        _ = try await fixture.base.signIn(other, ["prompt": "select_account"])
        _ = try await fixture.signOn(SAMLFixture.request("LogoutRequest"))
        let entries = try await fixture.base.provider.admin.signIns().filter { $0["event"] == "signed_out" }
        #expect(entries.compactMap { $0["user"]?.stringValue } == ["ada@contoso.test"])
        try await fixture.register(SAMLFixture.clientID, SAMLFixture.issuer, [SAMLFixture.consumer])
        let visit = try await fixture.signOn(SAMLFixture.request("LogoutRequest"))
        #expect(visit.pages == ["signed-out"])
        #expect(visit.redirect == nil)
    }

    @Test(
        "A service of another tenant is unknown, and one that is offered here ends no session but of its own accounts")
    func foreignService() async throws {
        var fixture = try await SAMLFixture()
        _ = try await fixture.signOn()
        for (number, audience) in [("8", "AzureADMyOrg"), ("9", "AzureADMultipleOrgs")] {
            try await fixture.base.provider.admin.put(
                application: [
                    "appId": .string("bbbbbbbb-0000-4000-8000-00000000000\(number)"),
                    "displayName": .string(audience), "identifierUris": [.string("https://service\(number).test")],
                    "signInAudience": .string(audience),
                    "web": ["redirectUris": [.string("https://service\(number).test/acs")]],
                ], tenant: "fabrikam.test")
            let request = SAMLFixture.request("LogoutRequest", issuer: "https://service\(number).test")
            // With the browser's cookies: an error page, or the page after signing out, which signs nothing out.
            _ = try? await fixture.signOn(request)
            let still = try await fixture.signOn(SAMLFixture.request("AuthnRequest", ["ID": "_a\(number)"]))
            #expect(still.pages == ["form-post"], "\(audience)")
        }
        #expect(try await fixture.base.provider.admin.count("signed_out") == 0)
        let unknown = SAMLFixture.request("LogoutRequest", issuer: "https://service8.test")
        #expect(try await fixture.number(try fixture.address(unknown)) == 700016)
        let own = try await fixture.signOn(SAMLFixture.request("LogoutRequest"))
        #expect(own.redirect?.hasPrefix(SAMLFixture.logout) == true)
        #expect(try await fixture.base.provider.admin.count("signed_out") == 1)
    }

    @Test("A sign-out is checked like a sign-on: the issuer, the id, and the signature where it is required")
    func refused() async throws {
        let fixture = try await SAMLFixture(requiresSignature: true)
        func number(_ xml: String, signed: Bool) async throws -> Int? {
            try await fixture.number(try fixture.address(xml, signs: signed ? fixture.key : nil))
        }
        #expect(try await number(SAMLFixture.request("LogoutRequest"), signed: false) == 76021)
        #expect(try await number(SAMLFixture.request("LogoutRequest", ["ID": "1"]), signed: true) == 7_500_529)
        let unknown = SAMLFixture.request("LogoutRequest", issuer: "https://unknown.test")
        #expect(try await number(unknown, signed: true) == 700016)
        #expect(SAMLFixture.number(try await fixture.post(SAMLFixture.request("LogoutRequest"))) == 75005)
    }
}
