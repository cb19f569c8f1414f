import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Front-channel logout of OpenID Connect")
struct FrontChannelLogoutTests {
    private static let logout = "https://app.test/signed-out?keep=1"

    /// A provider whose sample client has a logout URL.
    private func fixture() async throws -> ProviderFixture {
        let fixture = try await ProviderFixture()
        try await fixture.provider.admin.change(fixture.clientID, ["web": ["logoutUrl": .string(Self.logout)]])
        return fixture
    }

    private func signOut(
        _ fixture: inout ProviderFixture, _ parameters: [(String, String)] = []
    ) async throws -> Person.Visit {
        try await ProviderFixture.ada.visit(
            try fixture.url("/common/oauth2/v2.0/logout", parameters), with: &fixture.browser)
    }

    @Test("A client with a logout URL is loaded in a frame, with the issuer and the session of its id token")
    func frame() async throws {
        var fixture = try await fixture()
        let token = try await fixture.tokens().idToken
        let claims = try await fixture.claims(token)
        let visit = try await signOut(&fixture)
        #expect(visit.pages == ["signed-out"])
        let frames = visit.lastPage?.frames ?? []
        #expect(frames.count == 1 && frames.first?.hasPrefix(Self.logout + "&iss=") == true)
        let query = try FormParameters(parsing: frames.first?.split(separator: "?").last.map(String.init) ?? "")
        #expect(query["iss"] == claims["iss"]?.stringValue && query["iss"] != nil)
        #expect(query["sid"] == claims["sid"]?.stringValue && query["sid"] != nil)
        // Once is enough.
        #expect(try await signOut(&fixture).lastPage?.frames == [])
    }

    @Test("The page leads back to the app after the frames, and the browser may load no other documents in them")
    func returns() async throws {
        var fixture = try await fixture()
        let recorder = RecordingTransport(fixture.provider)
        fixture.browser = FormBrowser(transport: recorder, clock: fixture.clock)
        _ = try await fixture.tokens()
        let parameters = [
            ("client_id", fixture.clientID), ("post_logout_redirect_uri", fixture.redirectURI), ("state", "s"),
        ]
        #expect(try await signOut(&fixture, parameters).pages == ["signed-out"])
        let fields = recorder.exchanges.last?.response?.fields
        #expect(fields?["Refresh"] == "3;url=\(fixture.redirectURI)?state=s")
        #expect(fields?["Content-Security-Policy"]?.contains("frame-src 'self' https://app.test; ") == true)
        // Without a session there is nothing to wait for.
        #expect(try await signOut(&fixture, parameters).redirect == "\(fixture.redirectURI)?state=s")
    }

    @Test("Only the account that leaves is signed out of its clients, and each session has its own id")
    func accounts() async throws {
        var fixture = try await fixture()
        let first = try await fixture.claims(try await fixture.tokens().idToken)["sid"]?.stringValue ?? "?"
        let grace = Person(user: "grace@contoso.test", password: SeedData.password)
        let visit = try await fixture.signIn(grace, ["prompt": "login"])
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let second = try TokenResponse(parsing: try await fixture.redeem(code).body)
        let sid = try await fixture.claims(second.idToken)["sid"]?.stringValue ?? "?"
        let left = try await signOut(&fixture, [("logout_hint", "grace@contoso.test")])
        #expect(left.lastPage?.frames.count == 1)
        #expect(left.lastPage?.frames.first?.hasSuffix("sid=\(sid)") == true)
        let rest = try await signOut(&fixture)
        #expect(rest.lastPage?.frames.first?.hasSuffix("sid=\(first)") == true)
    }

    @Test("A user who signs in again signs out of both sessions; a client whose logout URL was removed is left out")
    func again() async throws {
        var fixture = try await fixture()
        _ = try await fixture.tokens()
        _ = try await fixture.signIn(ProviderFixture.ada, ["prompt": "login"])
        let admin = fixture.provider.admin
        let frames = try await signOut(&fixture).lastPage?.frames ?? []
        #expect(frames.count == 2 && Set(frames).count == 2)
        _ = try await fixture.tokens()
        try await admin.change(fixture.clientID, ["web": [:]])
        #expect(try await signOut(&fixture).lastPage?.frames == [])
    }

    @Test("Signing out at a client reaches services by SAML, and signing out at a service reaches clients")
    func bothProtocols() async throws {
        var saml = try await SAMLFixture()
        try await saml.base.provider.admin.change(saml.base.clientID, ["web": ["logoutUrl": .string(Self.logout)]])
        _ = try await saml.signOn()
        _ = try await saml.base.signIn()
        let visit = try await signOut(&saml.base)
        let frames = visit.lastPage?.frames ?? []
        #expect(frames.count == 2)
        #expect(frames.contains { $0.hasPrefix("\(SAMLFixture.logout)?SAMLRequest=") })
        _ = try await saml.signOn()
        _ = try await saml.base.signIn()
        let other = try await saml.signOn(SAMLFixture.request("LogoutRequest"))
        #expect(other.lastPage?.frames.map { $0.hasPrefix(Self.logout) } == [true])
    }

    @Test("A logout URL is an address of http or https", arguments: ["javascript:alert(1)", "x", "https://a.test/#b"])
    func refused(address: String) async throws {
        let fixture = try await ProviderFixture()
        await #expect(throws: AdminClient.Refusal.self) {
            try await fixture.provider.admin.change(fixture.clientID, ["web": ["logoutUrl": .string(address)]])
        }
    }
}
