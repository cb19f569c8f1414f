import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Personal accounts")
struct PersonalAccountTests {
    private static let people = ["katherine@outlook.com", "dorothy@hotmail.com", "mary@live.com"]
    private static let tenant = Authority.personalAccountsTenant

    @Test("R77: accounts of Outlook.com, Hotmail.com and Live.com sign in, and their tokens are accepted")
    func threeDomains() async throws {
        let world = try await World()
        for (index, name) in Self.people.enumerated() {
            for segment in ["common", "consumers"] {
                let app = try world.app(
                    browser: world.browser(name), clientID: SeedData.everyoneClientID,
                    authority: Contoso.authority(segment))
                let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
                #expect(result.account.username == name && result.authority.tenant == Self.tenant)
                // The identifier is the CID after zeros, and the personal accounts' tenant.
                let uid = "00000000-0000-0000-a1b2-c3d4e5f6000\(index + 1)"
                #expect(result.account.identifier == "\(uid).\(Self.tenant)")
                #expect(result.account.tenantProfiles.first?.isHomeTenant == true)
                let claims = try await world.validatedClaims(result.accessToken, at: Contoso.authority(segment))
                #expect(claims["tid"]?.stringValue == Self.tenant && claims["oid"]?.stringValue == uid)
                #expect(claims["iss"]?.stringValue == "https://\(Contoso.host)/\(Self.tenant)/v2.0")
                // Silently: from the store, and by the refresh token.
                let silent = SilentParameters(scopes: Contoso.read, account: result.account)
                #expect(try await app.acquireTokenSilent(silent).source == .cache)
                #expect(try await world.renewed(app, result.account).source == .refresh)
            }
        }
        #expect(try await world.passwords() == 6)
    }

    @Test("A token for Graph is opaque, and Graph's userinfo accepts it until it expires")
    func opaque() async throws {
        let world = try await World()
        let app = try world.app(
            browser: world.browser(Self.people[0]), clientID: SeedData.everyoneClientID,
            authority: Contoso.authority("consumers"))
        let token = try await app.acquireToken(InteractiveParameters(scopes: ["User.Read"])).accessToken
        #expect(!token.reveal().contains("."))
        func userInfo(_ token: String) async throws -> HTTPResponse {
            var request = HTTPRequest.get(world.provider.base.with(path: "/oidc/userinfo"))
            request.fields.set("Authorization", "Bearer \(token)")
            return try await world.provider.send(request)
        }
        let info = try await userInfo(token.reveal())
        #expect(info.status == 200)
        // Without the scope the response has no address.
        let told = try JSONValue(parsing: info.body)
        #expect(told["name"]?.stringValue?.isEmpty == false && told["email"] == nil)
        let changed = token.reveal().dropLast() + (token.reveal().hasSuffix("A") ? "B" : "A")
        #expect(try await userInfo(String(changed)).status == 401)
        world.clock.advance(seconds: 2 * 86400)
        #expect(try await userInfo(token.reveal()).status == 401)
    }

    @Test("R142: a client id admits the audience of its registration, so another client id is tried first")
    func audiences() async throws {
        let world = try await World()
        // The registration that apps use admits organizations; a second one admits all accounts.
        func outcome(_ clientID: String, _ user: String, _ segment: String) async throws -> Int? {
            let browser = world.browser(user)
            let app = try world.app(
                browser: browser, clientID: clientID, authority: Contoso.authority(segment),
                store: InMemoryCredentialStore())
            let error = await failure { () async throws(AuthError) in
                try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            }
            return error == nil ? nil : browser.visits.last?.errorNumber ?? -1
        }
        let katherine = Self.people[0]
        #expect(try await outcome(Contoso.suite, Contoso.ada, "common") == nil)
        #expect(try await outcome(Contoso.suite, katherine, "common") == 500208)
        #expect(try await outcome(Contoso.suite, katherine, "consumers") == 9_002_332)
        #expect(try await outcome(SeedData.everyoneClientID, Contoso.ada, "common") == nil)
        #expect(try await outcome(SeedData.everyoneClientID, katherine, "common") == nil)
        #expect(try await outcome(SeedData.everyoneClientID, katherine, "organizations") == 500208)
        #expect(try await outcome(SeedData.everyoneClientID, Contoso.ada, "consumers") == 500208)
        #expect(try await outcome(SeedData.everyoneClientID, katherine, Contoso.tenantID) == 50020)
        // Once the first registration is changed, it admits them too.
        let registration = "applications(appId='\(Contoso.suite)')"
        try await world.admin.graph(.patch, registration, ["signInAudience": "AzureADandPersonalMicrosoftAccount"])
        #expect(try await outcome(Contoso.suite, katherine, "common") == nil)
        #expect(try await outcome(Contoso.suite, Contoso.ada, "common") == nil)
        // One for personal accounts alone admits no others, and at no other tenant.
        try await world.admin.graph(.patch, registration, ["signInAudience": "PersonalMicrosoftAccount"])
        #expect(try await outcome(Contoso.suite, katherine, "consumers") == nil)
        #expect(try await outcome(Contoso.suite, katherine, "common") == 9_002_346)
        #expect(try await outcome(Contoso.suite, Contoso.ada, Contoso.tenantID) == 9_002_346)
    }
}
