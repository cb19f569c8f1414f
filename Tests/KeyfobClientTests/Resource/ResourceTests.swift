import KeyfobBackport
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Calling a protected resource")
struct ResourceTests {
    private let world: World
    private let files: HTTPURL
    private let api: RecordingTransport

    init() async throws {
        world = try await World()
        files = world.provider.base.with(path: "/api/files")
        api = RecordingTransport(world.provider)
    }

    private func signedIn(
        _ capabilities: [String] = ["cp1"], scopes: ScopeSet = Contoso.read
    ) async throws -> (app: PublicClientApplication, parameters: SilentParameters) {
        let app = try world.app(browser: world.browser()) {
            $0.capabilities = capabilities
            $0.proofKeyAlgorithm = .es256
        }
        let result = try await app.acquireToken(InteractiveParameters(scopes: scopes))
        return (app, SilentParameters(scopes: scopes, account: result.account))
    }

    @Test(
        "Continuous access evaluation: a token that ended early is replaced silently, once, and the call succeeds"
    )
    func continuousAccessEvaluation() async throws {
        let (app, parameters) = try await signedIn()
        #expect(try await app.send(.get(files), parameters, transport: api).status == 200)
        #expect(world.refreshes == 1)
        world.clock.advance(seconds: 10)
        try await world.admin.refuseTokensFromBefore(user: Contoso.ada)
        #expect(try await app.send(.get(files), parameters, transport: api).status == 200)
        #expect(api.exchanges.map(\.response?.status) == [200, 401, 200])
        #expect(world.refreshes == 2)
        let sent = try #require(world.wire.requests(to: "/token").last).formParameters()["claims"]
        #expect(try ClaimsRequest(#require(sent)).claim("nbf", in: .accessToken)?.isEssential == true)
        // The store has the new token from now on.
        #expect(try await app.send(.get(files), parameters, transport: api).status == 200)
        #expect(world.refreshes == 2)
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("If the user is required, the error contains the resource's claims, and a sign-in with them resolves it")
    func interactionRequired() async throws {
        let (app, parameters) = try await signedIn()
        world.clock.advance(seconds: 10)
        try await world.admin.refuseTokensFromBefore(user: Contoso.ada)
        try await world.admin.revoke(user: Contoso.ada)
        let error = try #require(
            await failure { () async throws(AuthError) in try await app.send(.get(files), parameters, transport: api) })
        #expect(error.code == .interactionRequired)
        let challenge = try #require(error.claimsChallenge)
        #expect(challenge.claim("nbf", in: .accessToken) != nil)
        #expect(api.exchanges.count == 1)
        world.clock.advance(seconds: 10)
        _ = try await app.acquireToken(
            InteractiveParameters(scopes: Contoso.read, account: parameters.account, claims: challenge))
        #expect(try await app.send(.get(files), parameters, transport: api).status == 200)
    }

    @Test("Step-up: the resource requires an authentication context, the user signs in again, and the call succeeds")
    func stepUp() async throws {
        let (app, parameters) = try await signedIn(scopes: Contoso.readWrite)
        try await world.admin.require(context: "c1", for: "write")
        let request = HTTPRequest(
            method: .put, url: world.provider.base.with(path: "/api/files/note"), body: Array("hello".utf8))
        let error = try #require(
            await failure { () async throws(AuthError) in try await app.send(request, parameters, transport: api) })
        #expect(error.code == .interactionRequired)
        let challenge = try #require(error.claimsChallenge)
        #expect(challenge.claim("acrs", in: .accessToken) != nil)
        let stronger = try await app.acquireToken(
            InteractiveParameters(scopes: Contoso.readWrite, account: parameters.account, claims: challenge))
        #expect(try await world.validatedClaims(stronger.accessToken)["acrs"] != nil)
        #expect(try await app.send(request, parameters, transport: api).status == 201)
    }

    @Test("A response that no other token resolves is returned unchanged, after one request")
    func otherAnswers() async throws {
        let (app, parameters) = try await signedIn([])
        let request = HTTPRequest(method: .put, url: world.provider.base.with(path: "/api/files/note"))
        #expect(try await app.send(request, parameters, transport: api).status == 403)
        world.clock.advance(seconds: 10)
        try await world.admin.refuseTokensFromBefore(user: Contoso.ada)
        #expect(try await app.send(.get(files), parameters, transport: api).status == 401)
        #expect(api.exchanges.count == 2)
        #expect(world.refreshes == 1)
    }

    @Test("A resource that always challenges gets two requests and no more")
    func neverContent() async throws {
        let (app, parameters) = try await signedIn()
        let stubborn = Stubborn(
            challenge:
                #"Bearer error="insufficient_claims", claims="eyJhY2Nlc3NfdG9rZW4iOnsibmJmIjp7InZhbHVlIjoiMSJ9fX0=""#)
        #expect(try await app.send(.get(files), parameters, transport: stubborn).status == 401)
        #expect(stubborn.headers.count == 2)
        #expect(world.refreshes == 2)
    }

    @Test("A resource's nonce is put into the second signed request; each request is signed separately")
    func nonce() async throws {
        var (app, parameters) = try await signedIn()
        parameters.scheme = .proofOfPossession(ProofOfPossession())
        let asking = parameters
        #expect(try await app.send(.get(files), asking, transport: api).status == 200)
        #expect(try await app.send(.get(files), asking, transport: api).status == 200)
        let stubborn = Stubborn(challenge: #"PoP nonce="from-the-api""#)
        #expect(try await app.send(.get(files), asking, transport: stubborn).status == 401)
        let signed = try stubborn.headers.map { header in
            try SignedHTTPRequest(verifying: String(header.dropFirst("Pop ".count)))
        }
        #expect(signed.count == 2)
        #expect(signed.last?.nonce == "from-the-api" && signed.first?.nonce != "from-the-api")
        #expect(signed.allSatisfy { $0.path == "/api/files" && $0.method == "GET" })
    }

    @Test("A token is never sent in clear text, and an unreachable resource is reported as such")
    func network() async throws {
        let (app, parameters) = try await signedIn()
        let clear = try #require(HTTPURL("http://api.example/files"))
        let refused = await failure { () async throws(AuthError) in
            try await app.send(.get(clear), parameters, transport: api)
        }
        #expect(refused?.code == .configuration)
        #expect(api.exchanges.isEmpty)
        let nowhere = try #require(HTTPURL("https://api.example/files"))
        let error = await failure { () async throws(AuthError) in
            try await app.send(.get(nowhere), parameters, transport: api)
        }
        #expect(error?.code == .network)
    }

    @Test(
        "A claims challenge yields new parameters, merged with the capabilities in the request and bypassing the cache")
    func parameters() async throws {
        let (app, parameters) = try await signedIn()
        let challenge = "eyJhY2Nlc3NfdG9rZW4iOnsieG1zX2NjIjp7InZhbHVlcyI6WyJ4Il19fX0"
        let asking = try SilentParameters(
            scopes: Contoso.read, account: parameters.account, claimsChallenge: challenge)
        #expect(try await app.acquireTokenSilent(asking).source == .refresh)
        let sent = try #require(world.wire.requests(to: "/token").last).formParameters()["claims"]
        #expect(sent == #"{"access_token":{"xms_cc":{"values":["x","cp1"]}}}"#)
        // Capabilities alone need no new token.
        #expect(try await app.acquireTokenSilent(parameters).source == .cache)
        #expect(throws: AuthError.self) {
            try SilentParameters(scopes: Contoso.read, account: parameters.account, claimsChallenge: "%")
        }
    }
}

/// A resource that answers every request with the same challenge.
private final class Stubborn: HTTPTransport {
    private let challenge: String
    private let seen = Mutex<[String]>([])

    init(challenge: String) { self.challenge = challenge }

    /// The `Authorization` of each request.
    var headers: [String] { seen.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        seen.withLock { $0.append(request.fields["Authorization"] ?? "") }
        return HTTPResponse(status: 401, fields: ["WWW-Authenticate": challenge])
    }
}
