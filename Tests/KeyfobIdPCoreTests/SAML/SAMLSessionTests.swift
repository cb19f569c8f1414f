import KeyfobCore
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The session of a sign-on by SAML")
struct SAMLSessionTests {
    private static let password = "urn:oasis:names:tc:SAML:2.0:ac:classes:Password"

    private static func context(_ name: String) -> String {
        """
        <samlp:RequestedAuthnContext><AuthnContextClassRef \
        xmlns="urn:oasis:names:tc:SAML:2.0:assertion">\(name)</AuthnContextClassRef></samlp:RequestedAuthnContext>
        """
    }

    @Test("One session serves OAuth and SAML; ForceAuthn requests the password again")
    func oneSession() async throws {
        var fixture = try await SAMLFixture()
        #expect(try await fixture.base.signIn().pages.contains("sign-in"))
        #expect(try await fixture.signOn().pages == ["form-post"])
        let forced = try await fixture.signOn(SAMLFixture.request("AuthnRequest", ["ForceAuthn": "true"]))
        #expect(forced.pages == ["sign-in", "form-post"])
        #expect(ServiceResponse(forced)?.xml.contains("status:Success") == true)
    }

    @Test("IsPassive shows no page: without a session, and with ForceAuthn, the service gets NoPassive")
    func passive() async throws {
        var fixture = try await SAMLFixture()
        let passive = SAMLFixture.request("AuthnRequest", ["IsPassive": "true"])
        let refused = try await fixture.signOn(passive, relayState: "s")
        let response = try #require(ServiceResponse(refused))
        #expect(refused.pages == ["form-post"])
        #expect(response.xml.contains("<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Responder\">"))
        #expect(response.xml.contains("Value=\"urn:oasis:names:tc:SAML:2.0:status:NoPassive\""))
        #expect(response.text("<samlp:StatusMessage>")?.hasPrefix("AADSTS50058: ") == true)
        #expect(response.xml.contains("InResponseTo=\"_request-1\""))
        #expect(!response.xml.contains("<Assertion"))
        #expect(response.form.values("RelayState") == ["s"])
        #expect(refused.lastPage?.text.contains("You are signed in") == false)
        #expect(try await fixture.base.provider.admin.count("assertion_issued") == 0)
        _ = try await fixture.signOn()
        #expect(ServiceResponse(try await fixture.signOn(passive))?.xml.contains("status:Success") == true)
        let both = SAMLFixture.request("AuthnRequest", ["ForceAuthn": "true", "IsPassive": "true"])
        #expect(ServiceResponse(try await fixture.signOn(both))?.xml.contains("status:NoPassive") == true)
    }

    @Test("A requested context has to be the way in which the user signed in (75011)")
    func context() async throws {
        var fixture = try await SAMLFixture()
        for name in [Self.password, Self.password + "ProtectedTransport"] {
            let response = ServiceResponse(try await fixture.signOn(SAMLFixture.request(content: Self.context(name))))
            #expect(response?.text("<AuthnContextClassRef>") == name)
        }
        let certificate = "urn:oasis:names:tc:SAML:2.0:ac:classes:X509"
        let refused = try await fixture.signOn(SAMLFixture.request(content: Self.context(certificate)))
        #expect(refused.errorNumber == 75011)
        let windows = try await fixture.signOn(
            SAMLFixture.request(content: Self.context("urn:federation:authentication:windows")))
        #expect(windows.errorNumber == 75011)
        // A second factor comes on top of the password, and changes nothing.
        #expect(try await fixture.base.provider.admin.count("assertion_issued") == 2)
    }

    @Test("login_hint in the address names the user")
    func hint() async throws {
        var fixture = try await SAMLFixture()
        let url = try fixture.address(SAMLFixture.request(), more: [("login_hint", "grace@contoso.test")])
        guard case .page(_, let page, _) = try await fixture.base.browser.open(url) else {
            Issue.record("no page")
            return
        }
        #expect(page.forms.first?.values("login") == ["grace@contoso.test"])
    }

    @Test("A policy for the service stands in front of it: a second factor, or no access at all")
    func policies() async throws {
        var fixture = try await SAMLFixture()
        let admin = fixture.base.provider.admin
        func policy(_ controls: [JSONValue]) -> JSONValue {
            [
                "displayName": "Portal", "state": "enabled",
                "conditions": [
                    "users": ["includeUsers": ["All"]],
                    "applications": ["includeApplications": [.string(SAMLFixture.clientID)]],
                ], "grantControls": ["operator": "OR", "builtInControls": .array(controls)],
            ]
        }
        let made = try await admin.put(policy: policy(["mfa"]))
        // Another app is not affected.
        #expect(try await fixture.base.signIn().hasCode)
        let visit = try await fixture.signOn()
        #expect(visit.pages.contains("register-factor"))
        let response = try #require(ServiceResponse(visit))
        #expect(
            response.values("http://schemas.microsoft.com/claims/authnmethodsreferences").contains(
                "http://schemas.microsoft.com/claims/multipleauthn"))
        try await admin.removePolicy(made)
        try await admin.put(policy: policy(["block"]))
        let blocked = try await fixture.signOn()
        #expect(blocked.pages.contains("access-refused"))
        #expect(blocked.errorNumber == 53003)
        #expect(ServiceResponse(blocked)?.text("<samlp:StatusMessage>")?.hasPrefix("AADSTS53003") == true)
        #expect(try await admin.count("assertion_issued") == 1)
    }

    @Test("A user who cancels leads back to the service with an error")
    func cancelled() async throws {
        var fixture = try await SAMLFixture()
        let person = Person(user: "ada@contoso.test", password: "wrong")
        let visit = try await fixture.signOn(as: person)
        #expect(ServiceResponse(visit)?.xml.contains("status:RequestDenied") == true)
        #expect(ServiceResponse(visit)?.text("<samlp:StatusMessage>")?.hasPrefix("AADSTS65004") == true)
    }

    @Test("A registration that lost the address, or is disabled, gets nothing for a form of before")
    func changedMeanwhile() async throws {
        var fixture = try await SAMLFixture()
        let url = try fixture.address(SAMLFixture.request())
        guard case .page(let place, let page, _) = try await fixture.base.browser.open(url),
            let form = page.forms.first
        else {
            Issue.record("no page")
            return
        }
        try await fixture.register(
            SAMLFixture.clientID, SAMLFixture.issuer, ["https://portal.contoso.test/new"], [:])
        let values = form.submission(filling: ["login": "ada@contoso.test", "passwd": SeedData.password])
        // The request named no address: the first one is used, which is the new one now.
        guard case .page(_, let next, _) = try await fixture.base.browser.send(form, values, from: place) else {
            Issue.record("no page")
            return
        }
        #expect(next.forms.first?.action == "https://portal.contoso.test/new")
        try await fixture.base.provider.admin.change(SAMLFixture.clientID, ["isEnabled": false])
        #expect(try await fixture.number(url) == 7_000_112)
    }
}
