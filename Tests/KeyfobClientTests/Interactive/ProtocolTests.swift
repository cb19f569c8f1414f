import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("What goes over the wire")
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
        // Discovery (OpenID Connect Discovery 1.0): the endpoints that are used are the ones that were published.
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
        // Errors (RFC 6749 5.2, 4.1.2.1): told apart, with what the server said.
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
            // For so long a refusal is remembered.
            world.clock.advance(seconds: 120)
        }
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
