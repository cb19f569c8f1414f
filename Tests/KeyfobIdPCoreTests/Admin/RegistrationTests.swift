import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Registrations")
struct RegistrationTests {
    private func register(_ fixture: ProviderFixture, _ name: String, _ uris: [String]) async throws -> JSONValue {
        try await fixture.provider.admin.graph(
            .post, "applications",
            ["displayName": .string(name), "publicClient": ["redirectUris": .strings(uris)]])
    }

    @Test("R24: the client id is assigned at registration and does not change")
    func stableID() async throws {
        let fixture = try await ProviderFixture()
        let made = try await register(fixture, "First", ["http://localhost/first"])
        let id = try #require(made["appId"]?.stringValue)
        let other = try await register(fixture, "Second", ["http://localhost/second"])
        #expect(other["appId"]?.stringValue != id)
        let again = try await fixture.provider.admin.registration(of: id)
        #expect(again["appId"]?.stringValue == id)
        #expect(again["displayName"]?.stringValue == "First")
        try await fixture.provider.admin.put(application: ["appId": .string(id), "displayName": "Renamed"])
        let renamed = try await fixture.provider.admin.registration(of: id)
        #expect(renamed["appId"]?.stringValue == id)
        #expect(renamed["displayName"]?.stringValue == "Renamed")
    }

    @Test("R25: redirect URIs distinguish the apps of one registration, in the log too, and an unlisted one is refused")
    func threeApps() async throws {
        var fixture = try await ProviderFixture()
        for app in ["a", "b", "c"] {
            fixture.redirectURI = "http://localhost/contoso-\(app)"
            let visit = try await fixture.signIn()
            #expect(visit.redirect?.hasPrefix("\(fixture.redirectURI)?code=") == true)
            let last = try await fixture.provider.admin.signIns().last { $0["event"]?.stringValue == "code_issued" }
            #expect(last?["redirect_uri"]?.stringValue == fixture.redirectURI)
        }
        fixture.redirectURI = "http://localhost/contoso-d"
        let refused = try await fixture.signIn()
        #expect(refused.errorNumber == 50011)
        #expect(refused.redirect == nil)
        #expect(refused.errorText?.contains("http://localhost/contoso-d") == true)
        let entry = try await fixture.provider.admin.signIns().last
        #expect(entry?["error_code"]?.integerValue == 50011)
        #expect(entry?["redirect_uri"]?.stringValue == "http://localhost/contoso-d")
    }

    @Test("R26: a redirect URI is valid only for the client that registered it")
    func otherClient() async throws {
        var fixture = try await ProviderFixture()
        #expect(try await fixture.signIn().hasCode)
        fixture.clientID = SeedData.notesClientID
        let refused = try await fixture.signIn()
        #expect(refused.errorNumber == 50011)
        #expect(refused.redirect == nil)
    }

    @Test("The admin API serves only requests with its bearer token")
    func bearer() async throws {
        let fixture = try await ProviderFixture()
        let request = HTTPRequest.get(try fixture.url("/_admin/export"))
        #expect(try await fixture.provider.send(request).status == 401)
        var wrong = request
        wrong.fields.set("Authorization", "Bearer guess")
        #expect(try await fixture.provider.send(wrong).status == 401)
        #expect(try await fixture.provider.admin.call(.get, "/_admin/clock")["offset_seconds"] == 0)
    }

    @Test("Users are created, renamed and disabled")
    func users() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        try await admin.createUser("lin@contoso.test", password: Secret("another-1"))
        let lin = Person(user: "LIN@contoso.test", password: "another-1")
        #expect(try await fixture.signIn(lin).hasCode)
        try await admin.graph(.patch, "users/lin@contoso.test", ["userPrincipalName": "lina@contoso.test"])
        #expect(try await fixture.signIn(lin, ["prompt": "login"]).errorNumber == 50126)
        let lina = Person(user: "lina@contoso.test", password: "another-1")
        #expect(try await fixture.signIn(lina, ["prompt": "login"]).hasCode)
        try await admin.graph(.patch, "users/lina@contoso.test", ["accountEnabled": false])
        #expect(try await fixture.signIn(lina, ["prompt": "login"]).errorNumber == 50057)
    }

    @Test("Forced errors affect the number of requests that was set, in the format that was set")
    func forcedErrors() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        try await fixture.provider.admin.call(
            .post, "/_admin/force-error",
            ["endpoint": "token", "count": 2, "status": 429, "retry_after": 7, "body": "html"])
        for _ in 0..<2 {
            let response = try await fixture.refresh(token)
            #expect(response.status == 429)
            #expect(response.fields["Retry-After"] == "7")
            #expect(response.fields["Content-Type"]?.hasPrefix("text/html") == true)
        }
        #expect(try await fixture.refresh(token).status == 200)
        try await fixture.provider.admin.call(.post, "/_admin/force-error", ["endpoint": "token", "aadsts": 50076])
        let forced = try await fixture.refresh(token)
        #expect(forced.number == 50076)
        #expect(forced.json["suberror"]?.stringValue == "basic_action")
    }

    @Test("The admin API advances the clock, and tokens expire with it")
    func clock() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        try await fixture.provider.admin.advanceClock(seconds: 91 * 86400)
        #expect(try await fixture.refresh(token).number == 700082)
        let clock = try await fixture.provider.admin.call(.get, "/_admin/clock")
        #expect(clock["offset_seconds"]?.integerValue == Int64(91 * 86400))
        #expect(clock["now"]?.integerValue == fixture.clock.unixSeconds + Int64(91 * 86400))
        // Before 1970 no key could be made.
        let admin = fixture.provider.admin
        let early: JSONValue = ["offset_seconds": .integer(-1 - fixture.clock.unixSeconds)]
        let refusal = await #expect(throws: AdminClient.Refusal.self) {
            try await admin.call(.post, "/_admin/clock", early)
        }
        #expect(refusal?.status == 409)
    }

    @Test(
        "R44-part: the advice on a registration names the fault of a redirect URI, and the URI to register",
        arguments: [
            ("x-contoso-new://callback", ["redirectWithoutBundleID"]),
            ("msauth.test.contoso.other://auth", ["redirectOfAnotherBundle"]),
            ("myapp://test.contoso.new", ["schemeNotDistinctive"]),
            ("app://test.contoso.other", ["redirectOfAnotherBundle", "schemeNotDistinctive"]),
            ("msauth.test.contoso.new://auth", []), ("x-contoso-new://test.contoso.new", []),
            ("http://localhost/new", []), ("urn:ietf:wg:oauth:2.0:oob", []),
            ("msauth://code/x-contoso-new%3A%2F%2Ftest.contoso.new", []),
        ])
    func advice(uri: String, codes: [String]) async throws {
        let fixture = try await ProviderFixture()
        let made = try await register(fixture, "New", [uri])
        let advice = try await fixture.provider.admin.advice(
            on: made["appId"]?.stringValue ?? "", bundleIDs: ["test.contoso.new"])
        #expect(advice.compactMap { $0["code"]?.stringValue } == codes)
        #expect(advice.allSatisfy { $0["redirectUri"]?.stringValue == uri })
        if codes == ["redirectWithoutBundleID"] {
            #expect(advice.first?["register"] == "msauth.test.contoso.new://auth")
        }
    }

    @Test("R44-part: the bundle id of another registration's app is noticed without the app's own being named")
    func adviceBesideOthers() async throws {
        let fixture = try await ProviderFixture()
        let taken = try await register(fixture, "Rival", ["msauth.test.contoso.a://auth"])
        let admin = fixture.provider.admin
        let advice = try #require(try await admin.advice(on: taken["appId"]?.stringValue ?? "").first)
        #expect(advice["code"] == "bundleIDOfAnotherRegistration")
        #expect(advice["message"]?.stringValue?.contains("Contoso Suite") == true)
        // The suite has no conflict with itself.
        let suite = try await admin.advice(on: SeedData.suiteClientID)
        #expect(suite.count == 2, "the rival's is reported, for each URI that names the app")
    }
}
