import KeyfobClient
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Protocol messages")
struct ProtocolTests {
    @Test("R84: a public client has no secret, in no request of any flow")
    func noSecret() async throws {
        let world = try await World()
        let pages = RecordingTransport(world.provider)
        let app = try world.app(browser: world.browser(through: pages))
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        _ = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true))
        _ = await failure { () async throws(AuthError) in
            try await app.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: Contoso.read)) { _ in }
        }
        let requests = world.wire.exchanges.map(\.request)
        #expect(requests.contains { String(decoding: $0.body, as: UTF8.self).contains("authorization_code") })
        #expect(requests.contains { String(decoding: $0.body, as: UTF8.self).contains("refresh_token") })
        #expect(requests.contains { String(decoding: $0.body, as: UTF8.self).contains("device_code") })
        for request in requests + pages.requests(to: "/authorize") {
            #expect(request.fields["Authorization"] == nil)
            let query = try FormParameters(parsing: request.url.query ?? "")
            let form = try FormParameters(parsing: String(decoding: request.body, as: UTF8.self))
            for name in ["client_secret", "client_assertion", "client_assertion_type", "password", "assertion"] {
                #expect(query[name] == nil)
                #expect(form[name] == nil)
            }
        }
    }

    @Test("R79: discovery comes first, the id token is validated, and errors are those of the RFCs")
    func standards() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        // Discovery (OpenID Connect Discovery 1.0): the endpoints in use are the published ones.
        let paths = world.wire.exchanges.map(\.request.url.path)
        #expect(paths.first?.hasSuffix("/.well-known/openid-configuration") == true)
        let document = try #require(world.wire.exchanges.first?.response)
        let metadata = try ProviderMetadata(parsing: document.body)
        #expect(world.wire.requests(to: "/token").allSatisfy { $0.url.origin == metadata.tokenEndpoint.origin })
        #expect(world.wire.exchanges.contains { $0.request.url == metadata.jwksURI })
        // The id token (OpenID Connect Core 3.1.3.7): each forgery is refused and leaves nothing behind.
        for forgery in ForgedIDTokens.Forgery.allCases {
            let other = try await World()
            let forging = ForgedIDTokens(other.wire, forgery: forgery)
            let victim = try other.app(browser: other.browser(), transport: forging)
            let error = await failure { () async throws(AuthError) in
                try await victim.acquireToken(InteractiveParameters(scopes: Contoso.read))
            }
            #expect(error?.code == .invalidResponse, "\(forgery)")
            #expect(try victim.accounts().isEmpty, "\(forgery)")
        }
        // Errors (RFC 6749 5.2, 4.1.2.1): distinguished, with the server's values.
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        let expected: [(String, AuthError.Code)] = [
            ("invalid_grant", .interactionRequired), ("invalid_client", .configuration),
            ("invalid_scope", .configuration), ("unauthorized_client", .configuration),
            ("unsupported_grant_type", .configuration), ("interaction_required", .interactionRequired),
            ("consent_required", .interactionRequired), ("login_required", .interactionRequired),
        ]
        for (name, code) in expected {
            let body = JSONValue.object(["error": .string(name), "error_description": "Said so."]).bytes()
            world.faults.fail(
                .answer(HTTPResponse(status: 400, fields: ["Content-Type": "application/json"], body: body)),
                to: "/token", count: 1)
            let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
            #expect(error?.code == code, "\(name)")
            #expect(error?.server?.error == name)
            // A refusal is remembered for that long.
            world.clock.advance(seconds: 120)
        }
    }

    @Test("Extra query parameters go to the token endpoint too, except those that the form itself contains")
    func extraParameters() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser()) { $0.slice = ServiceSlice(slice: "test", dataCenter: "x1") }
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.extraQueryParameters = ["x-flight": "7", "client_id": "mine", "grant_type": "mine", "scope": "mine"]
        let first = try await app.acquireToken(parameters)
        var silent = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        silent.extraQueryParameters = parameters.extraQueryParameters
        _ = try await app.acquireTokenSilent(silent)
        let requests = world.wire.requests(to: "/token")
        #expect(requests.count == 2)
        for request in requests {
            let query = try FormParameters(parsing: request.url.query ?? "")
            #expect(query["x-flight"] == "7" && query["slice"] == "test" && query["dc"] == "x1")
            for name in ["client_id", "grant_type", "scope"] { #expect(query[name] == nil, "\(name)") }
        }
    }

    @Test("Microsoft's sign-in page and token endpoint get SDK, machine, app and account headers; others get fewer")
    func clientFields() async throws {
        let world = try await World()
        let pages = RecordingTransport(world.provider)
        let app = described(try world.app(), world, pages)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, account: first.account))
        let query = try FormParameters(parsing: #require(pages.requests(to: "/authorize").last).url.query ?? "")
        let form = try #require(world.wire.requests(to: "/token").last).fields
        let uid = try first.account.userID()
        let both: [String: String?] = [
            "x-client-SKU": "Keyfob", "x-client-Ver": nil, "x-client-OS": nil, "x-client-CPU": nil,
            "x-app-name": "http://localhost/contoso-a", "x-app-ver": "4.2", "return-client-request-id": "true",
            "client-request-id": nil, "X-AnchorMailbox": "Oid:\(uid)@\(Contoso.tenantID)",
        ]
        for (name, value) in both {
            #expect(query[name]?.isEmpty == false && form[name]?.isEmpty == false, "\(name)")
            if let value { #expect(query[name] == value && form[name] == value, "\(name)") }
        }
        #expect(query["haschrome"] == "1" && query["login_req"] == uid && query["domain_req"] == Contoso.tenantID)
    }

    /// The same application with a version.
    private func described(
        _ app: PublicClientApplication, _ world: World, _ pages: RecordingTransport, user: String = Contoso.ada
    ) -> PublicClientApplication {
        var environment = ClientEnvironment(
            transport: world.wire, clock: world.clock, store: world.store, refreshLock: world.lock,
            userAgent: world.browser(user, through: pages), pause: ImmediatePause())
        environment.appVersion = "4.2"
        return PublicClientApplication(configuration: app.configuration, environment: environment)
    }

    @Test("An OpenID provider gets no parameters of Microsoft's dialect")
    func otherProvider() async throws {
        let world = try await World()
        let pages = RecordingTransport(world.provider)
        let plain = try world.app(
            clientID: SeedData.adatumClientID, authority: Authority.openID(issuer: "https://\(Place.adatum)"))
        let app = described(plain, world, pages, user: "marie@adatum.test")
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let query = try FormParameters(parsing: #require(pages.requests(to: "/authorize").last).url.query ?? "")
        let form = try #require(world.wire.requests(to: "/token").last).fields
        for name in [
            "x-client-SKU", "x-app-name", "x-app-ver", "haschrome", "X-AnchorMailbox", "return-client-request-id",
        ] {
            #expect(query[name] == nil, "\(name)")
        }
        #expect(form["x-app-ver"] == nil)
    }

    @Test("A refresh token goes to the hosts of its own environment and to no other", arguments: [true, false])
    func otherHost(_ isSamePort: Bool) async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let elsewhere = Authority(
            environment: isSamePort ? "evil.test:8443" : "localhost:9443", tenant: Contoso.tenantID)
        let redirecting = RedirectedTokenEndpoint(world.wire, to: elsewhere.environment)
        world.wire.clear()
        for (authority, transport) in [
            (elsewhere, world.wire as any HTTPTransport), (Contoso.authority(), redirecting as any HTTPTransport),
        ] {
            let app = try world.app("b", authority: authority, transport: transport)
            let error = await failure { () async throws(AuthError) in
                try await app.acquireTokenSilent(
                    SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true))
            }
            #expect(error != nil)
        }
        #expect(world.wire.exchanges.allSatisfy { $0.request.method == .get })
        #expect(redirecting.posts.isEmpty)
    }
}
