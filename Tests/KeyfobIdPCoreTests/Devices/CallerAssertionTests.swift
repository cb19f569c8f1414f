import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The calling app as the broker states it")
struct CallerAssertionTests {
    private struct Scene {
        let fixture: ProviderFixture
        let phone: Phone
        let session: Phone.Session

        init() async throws {
            fixture = try await ProviderFixture()
            phone = try await Phone(fixture)
            try await phone.consent()
            session = try await phone.session()
        }

        func last(_ event: String) async throws -> JSONValue {
            try await fixture.provider.admin.signIns().last { $0["event"]?.stringValue == event } ?? .null
        }
    }

    @Test("R46-part: the sign-in log contains the registered app's bundle id and how it was determined")
    func logged() async throws {
        let scene = try await Scene()
        let response = try await scene.phone.use(scene.session, caller: Phone.caller("test.contoso.a"))
        #expect(response.status == 200)
        let entry = try await scene.last("tokens_brokered")
        #expect(entry["caller_bundle_id"] == "test.contoso.a" && entry["caller_assurance"] == "kernelEnforced")
        #expect(entry["device_id"]?.stringValue == scene.phone.key.deviceID)
        #expect(entry["redirect_uri"]?.stringValue == Phone.redirectURI)
    }

    @Test("R47-part: another app that names the registered one's redirect URI is refused, and the pair is logged")
    func mismatch() async throws {
        let scene = try await Scene()
        for caller in [
            Phone.caller("test.evil"), Phone.caller("test.contoso.b"), Phone.caller("TEST.contoso.a"),
            Phone.caller("test.contoso.a", .claimed),
        ] {
            let refused = try await scene.phone.use(scene.session, caller: caller)
            #expect(refused.status == 400 && refused.number == 50011)
            let entry = try await scene.last("refused")
            #expect(entry["error_code"] == 50011 && entry["redirect_uri"]?.stringValue == Phone.redirectURI)
            #expect(
                entry["caller_bundle_id"] == caller["bundle_id"] && entry["caller_assurance"] == caller["assurance"])
        }
        #expect(try await scene.fixture.provider.admin.count("tokens_brokered") == 0)
    }

    @Test("a redirect URI that belongs to no app is not the caller's, where the registration has bundle ids")
    func webRedirect() async throws {
        let scene = try await Scene()
        let refused = try await scene.phone.use(
            scene.session, redirectURI: "http://localhost/contoso-a", caller: Phone.caller("test.contoso.a"))
        #expect(refused.number == 50011)
        #expect(try await scene.phone.use(scene.session, redirectURI: "http://localhost/contoso-a").status == 200)
    }

    @Test("a broker that does not know its caller omits the claim, and the response goes to the redirect URI's owner")
    func unknown() async throws {
        let scene = try await Scene()
        #expect(try await scene.phone.use(scene.session).status == 200)
        #expect(try await scene.last("tokens_brokered")["caller_bundle_id"] == nil)
    }

    @Test(
        "a malformed claim is refused, not ignored",
        arguments: [
            "test.contoso.a", ["bundle_id": "test.contoso.a"], [:], .null,
            ["bundle_id": "test.contoso.a", "channel": "url", "assurance": "certain"],
        ] as [JSONValue])
    func malformed(claim: JSONValue) async throws {
        let scene = try await Scene()
        #expect(try await scene.phone.use(scene.session, caller: claim).number == 50027)
    }

    @Test("the bundle id is compared with the redirect URI byte for byte, not by equivalent characters")
    func spelling() async throws {
        let scene = try await Scene()
        let redirectURI = "msauth.test.Kiosk://auth"
        try await scene.fixture.provider.admin.change(
            SeedData.suiteClientID, ["publicClient": ["redirectUris": [.string(redirectURI)]]])
        func number(_ bundleID: String) async throws -> Int64? {
            try await scene.phone.use(
                scene.session, redirectURI: redirectURI, caller: Phone.caller(bundleID)
            ).number
        }
        #expect(try await number("test.Kiosk") == nil)
        // The Kelvin sign, which to Swift equals the letter K.
        #expect(try await number("test.\u{212A}iosk") == 50011)
    }

    @Test("the claim is read only in a signed message")
    func elsewhere() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.tokens()
        let claim = Phone.caller("test.evil").text()
        let refreshed = try await fixture.refresh(
            tokens.refreshToken?.reveal() ?? "", ["keyfob_caller": claim])
        #expect(refreshed.status == 200)
        let entries = try await fixture.provider.admin.signIns()
        #expect(entries.allSatisfy { $0["caller_bundle_id"] == nil })
    }
}
