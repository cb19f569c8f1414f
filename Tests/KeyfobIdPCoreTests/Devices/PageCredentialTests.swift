import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Sign-in on a page by a primary refresh token", .onEveryStore)
struct PageCredentialTests {
    private let fixture: ProviderFixture
    private let phone: Phone
    private let session: Phone.Session

    init() async throws {
        fixture = try await ProviderFixture()
        phone = try await Phone(fixture)
        session = try await phone.session()
        try await phone.consent()
    }

    private func credential(
        nonce: String?, clientID: String? = nil, redirectURI: String? = nil, caller: JSONValue? = nil
    ) -> String {
        RefreshTokenCredential(
            primaryRefreshToken: session.token, nonce: nonce, issuedAt: nonce == nil ? fixture.clock.unixSeconds : nil,
            clientID: clientID, redirectURI: redirectURI, caller: caller
        ).signed(with: session.key, random: phone.random).reveal()
    }

    private func authorize(
        _ field: (name: String, value: String)? = nil, asCookie: Bool = false, _ changes: [String: String?] = [:]
    ) async throws -> HTTPResponse {
        var values: [String: String?] = ["redirect_uri": Phone.redirectURI, "prompt": "none"]
        for (name, value) in changes { values[name] = value }
        let scope = "openid profile offline_access api://files/Files.Read"
        var request = HTTPRequest(
            method: .get,
            url: try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: scope, values)))
        if let field {
            if asCookie {
                request.fields.set("Cookie", "\(field.name)=\(field.value)")
            } else {
                request.fields.set(field.name, field.value)
            }
        }
        return try await fixture.provider.send(request)
    }

    private func field(_ value: String) -> (name: String, value: String) {
        (DeviceDialect.refreshTokenCredentialField, value)
    }

    @Test(
        "the credential does not override a client that names another user by an id token", arguments: [true, false])
    func somebodyElse(isSilent: Bool) async throws {
        var fixture = fixture
        let visit = try await fixture.signIn(.grace)
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let hint = try TokenResponse(parsing: try await fixture.redeem(code).body).idToken?.reveal()
        let prompt: String? = isSilent ? "none" : nil
        let answer = try await authorize(
            field(credential(nonce: try await phone.nonce())), ["id_token_hint": hint, "prompt": prompt])
        let location = answer.fields["Location"] ?? ""
        #expect(!location.contains("code="))
        if isSilent {
            #expect(location.contains("login_required"))
        } else {
            #expect(HTMLDocument(String(decoding: answer.body, as: UTF8.self)).pageName == "sign-in")
        }
    }

    @Test("no prompt, a code, and tokens that the API accepts", arguments: [false, true])
    func signsIn(asCookie: Bool) async throws {
        let before = try await fixture.provider.admin.lastSignIn()
        let caller = Phone.caller("test.contoso.a")
        let answer = try await authorize(
            field(credential(nonce: try await phone.nonce(), clientID: SeedData.suiteClientID, caller: caller)),
            asCookie: asCookie)
        let location = try #require(answer.fields["Location"])
        #expect(location.hasPrefix("\(Phone.redirectURI)?"), "\(location)")
        let parameters = try FormParameters(parsing: String(location.split(separator: "?")[1]))
        let code = try #require(parameters["code"])
        let tokens = try TokenResponse(
            parsing: try await fixture.redeem(code, ["redirect_uri": Phone.redirectURI]).body)
        #expect(try await phone.callFiles(tokens.accessToken?.reveal() ?? "").status == 200)
        #expect(try await fixture.provider.admin.count("password_prompt", after: before) == 0)
        let entries = try await fixture.provider.admin.signIns(after: before)
        for event in ["single_sign_on", "code_issued", "tokens_issued"] {
            let entry = try #require(entries.first { $0["event"]?.stringValue == event })
            #expect(entry["caller_bundle_id"] == "test.contoso.a", "\(event)")
            #expect(entry["device_id"]?.stringValue == phone.key.deviceID, "\(event)")
        }
    }

    @Test("a stale credential, one without a nonce and a replayed one get one redirect with a fresh nonce")
    func freshness() async throws {
        let nonce = try await phone.nonce()
        let good = credential(nonce: nonce)
        #expect(try await authorize(field(good)).fields["Location"]?.hasPrefix(Phone.redirectURI) == true)
        let without = credential(nonce: nil)
        fixture.clock.advance(seconds: 301)
        let stale = credential(nonce: nonce)
        for value in [good, without, stale] {
            let again = try await authorize(field(value))
            let url = try #require(again.fields["Location"].flatMap(HTTPURL.init))
            let fresh = try #require(try FormParameters(parsing: url.query ?? "")["sso_nonce"])
            #expect(again.status == 302 && url.path == "/common/oauth2/v2.0/authorize")
            // The same credential again is ignored, so that the redirects end.
            let ended = try await authorize(field(value), ["sso_nonce": fresh])
            #expect(ended.fields["Location"]?.contains("error=login_required") == true)
            let done = try await authorize(field(credential(nonce: fresh)), ["sso_nonce": fresh])
            #expect(done.fields["Location"]?.contains("code=") == true)
        }
    }

    @Test("a credential that proves nothing is ignored")
    func worthless() async throws {
        let nonce = try await phone.nonce()
        let forged = RefreshTokenCredential(primaryRefreshToken: session.token, nonce: nonce).signed(
            with: try #require(SessionKey(Secret([UInt8](repeating: 3, count: 32)))), random: phone.random
        ).reveal()
        for value in [forged, "x", "a.b.c", credential(nonce: nonce, clientID: SeedData.notesClientID)] {
            let answer = try await authorize(field(value))
            #expect(answer.fields["Location"]?.contains("error=login_required") == true)
        }
        try await fixture.provider.admin.revoke(user: "ada@contoso.test")
        let revoked = try await authorize(field(credential(nonce: try await phone.nonce())))
        #expect(revoked.fields["Location"]?.contains("error=login_required") == true)
    }

    @Test("R47-part: an app whose bundle id is not the redirect URI's gets a page, and no redirect")
    func wrongApp() async throws {
        let value = credential(nonce: try await phone.nonce(), caller: Phone.caller("test.evil"))
        let answer = try await authorize(field(value))
        #expect(answer.fields["Location"] == nil && String(decoding: answer.body, as: UTF8.self).contains("50011"))
        let log = try await fixture.provider.admin.signIns()
        let entry = try #require(log.last { $0["event"] == "refused" })
        #expect(entry["caller_bundle_id"] == "test.evil" && entry["redirect_uri"]?.stringValue == Phone.redirectURI)
    }

    @Test("a credential is for one redirect URI, byte for byte")
    func redirectURI() async throws {
        let own = "msauth.test.Kiosk://auth"
        try await fixture.provider.admin.change(
            SeedData.suiteClientID, ["publicClient": ["redirectUris": [.string(own)]]])
        // The Kelvin sign, which to Swift equals the letter K.
        for (named, isOwn) in [(own, true), ("msauth.test.\u{212A}iosk://auth", false), (Phone.redirectURI, false)] {
            let value = credential(nonce: try await phone.nonce(), redirectURI: named)
            let answer = try await authorize(field(value), ["redirect_uri": own])
            #expect(answer.fields["Location"]?.contains(isOwn ? "?code=" : "error=login_required") == true)
        }
    }

    @Test("a request that requires the password asks for the credentials despite the device's")
    func prompts() async throws {
        for changes in [["prompt": "login"], ["prompt": nil, "login_hint": "grace@contoso.test"]] as [[String: String?]]
        {
            let answer = try await authorize(field(credential(nonce: try await phone.nonce())), changes)
            #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self).contains("name=\"login\""))
        }
    }

    @Test("the device's key alone proves the device, and signs no user in")
    func deviceAlone() async throws {
        let value = try DeviceCredential(nonce: try await phone.nonce()).signed(with: phone.key).reveal()
        let answer = try await authorize((DeviceDialect.deviceCredentialField, value))
        #expect(answer.fields["Location"]?.contains("error=login_required") == true)
        #expect(try await fixture.provider.admin.signIns().last?["event"] == "refused")
    }
}
