import Foundation
import Keyfob
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Tokens bound to a key")
struct ProofOfPossessionTests {
    private let world: World
    private let files: HTTPURL

    init() async throws {
        world = try await World()
        files = world.provider.base.with(path: "/api/files")
    }

    private func app(_ name: String = "a", algorithm: SignatureAlgorithm = .es256) throws -> PublicClientApplication {
        try world.app(name, browser: world.browser()) { $0.proofKeyAlgorithm = algorithm }
    }

    private var scheme: AuthenticationScheme { .proofOfPossession(ProofOfPossession(method: .get, url: files)) }

    private func silent(_ account: Account, _ scheme: AuthenticationScheme? = nil) -> SilentParameters {
        SilentParameters(scopes: Contoso.read, account: account, scheme: scheme ?? self.scheme)
    }

    private func call(_ result: TokenResult, url: HTTPURL? = nil) async throws -> Int {
        var request = HTTPRequest(method: .get, url: url ?? files)
        request.fields.set("Authorization", result.authorizationHeader.reveal())
        return try await world.provider.send(request).status
    }

    /// The thumbprint of the key that an access token is bound to, after its signature was verified.
    private func keyID(_ result: TokenResult) async throws -> String? {
        try await world.validatedClaims(result.accessToken)["cnf"]?["kid"]?.stringValue
    }

    @Test(
        "The API accepts them once, for the signed request, from the holder of the key only",
        arguments: SignatureAlgorithm.allCases)
    func accepted(_ algorithm: SignatureAlgorithm) async throws {
        let app = try app(algorithm: algorithm)
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.scheme = scheme
        let result = try await app.acquireToken(parameters)
        #expect(result.tokenType.lowercased() == "pop")
        #expect(result.authorizationHeader.reveal().hasPrefix("Pop ey"))
        let signed = try SignedHTTPRequest(verifying: #require(result.signedRequest).reveal())
        #expect(signed.accessToken == result.accessToken)
        #expect(try await keyID(result) == signed.key.thumbprintText)
        #expect(try await call(result) == 200)
        // Intercepted and sent again, sent elsewhere, or used as a bearer token, it is refused.
        #expect(try await call(result) == 401)
        let again = try await app.acquireTokenSilent(silent(result.account))
        #expect(try await call(again, url: world.provider.base.with(path: "/api/files/other")) == 401)
        var stolen = again
        stolen.scheme = .bearer
        stolen.signedRequest = nil
        stolen.tokenType = "Bearer"
        #expect(try await call(stolen) == 401)
    }

    @Test("A stored one is found by its key, with a new signature each time; a bearer token is stored separately")
    func cached() async throws {
        let app = try app()
        let bearer = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let first = try await app.acquireTokenSilent(silent(bearer.account))
        #expect(first.source == .refresh && first.accessToken != bearer.accessToken)
        world.faults.fail(.unreachable)
        let second = try await app.acquireTokenSilent(silent(bearer.account))
        #expect(second.source == .cache && second.accessToken == first.accessToken)
        #expect(second.signedRequest != first.signedRequest)
        let plain = try await app.acquireTokenSilent(silent(bearer.account, .bearer))
        #expect(plain.accessToken == bearer.accessToken && plain.signedRequest == nil)
        #expect(plain.authorizationHeader.reveal() == "Bearer \(bearer.accessToken.reveal())")
        world.faults.heal()
        #expect(try await call(first) == 200)
        #expect(try await call(second) == 200)
    }

    @Test("The key is created once for all apps of the client, and another client has its own")
    func oneKey() async throws {
        let first = try app("a")
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.scheme = scheme
        let result = try await first.acquireToken(parameters)
        let sibling = try await app("b").acquireTokenSilent(silent(result.account))
        #expect(sibling.accessToken == result.accessToken)
        let other = try world.app(browser: world.browser(), clientID: Contoso.fabrikam) {
            $0.proofKeyAlgorithm = .es256
        }
        let stranger = try await other.acquireToken(parameters)
        #expect(try await keyID(stranger) != keyID(result))
        #expect(try await call(stranger) == 200)
        // A hundred concurrent calls, of two instances, on an empty store.
        let store = InMemoryCredentialStore()
        let apps = try ["a", "b"].map { try world.app($0, store: store) { $0.proofKeyAlgorithm = .es256 } }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    _ = await failure { () async throws(AuthError) in
                        try await apps[index % 2].acquireTokenSilent(silent(result.account))
                    }
                }
            }
        }
        #expect(try store.partition(homeAccountID: "")?.unknown.count == 1)
    }

    @Test(
        "With a lost or a damaged key a stored token is not used, and the next one is bound to a new key",
        arguments: [false, true])
    func lostKey(_ isDamaged: Bool) async throws {
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.scheme = scheme
        let first = try await app().acquireToken(parameters)
        try await world.store.write { transaction throws(AuthError) in
            try CredentialRules.dropProofKey(clientID: Contoso.suite, in: transaction)
            guard isDamaged else { return }
            _ = try CredentialRules.keepProofKey(Secret("no key"), clientID: Contoso.suite, in: transaction)
        }
        let app = try app("b")
        #expect(try app.explainSilent(silent(first.account)).inputs.accessToken == .otherKey)
        let second = try await app.acquireTokenSilent(silent(first.account))
        #expect(second.source == .refresh && second.accessToken != first.accessToken)
        #expect(try await keyID(second) != keyID(first))
        #expect(try await call(second) == 200)
        #expect(try await app.acquireTokenSilent(silent(first.account)).accessToken == second.accessToken)
    }

    @Test("A response of another token type than requested is refused")
    func wrongType() async throws {
        let (_, first) = try await world.signedIn()
        let app = try world.app("b", transport: Unbinding(base: world.wire)) { $0.proofKeyAlgorithm = .es256 }
        let error = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(silent(first.account))
        }
        #expect(error?.code == .invalidResponse)
        #expect(error?.message.contains("pop") == true)
    }

    @Test("The key is sealed in the store like every secret")
    func sealed() async throws {
        let directory = try TemporaryDirectory("keyfob-proof")
        defer { directory.remove() }
        let configuration = try app().configuration
        let environment = try ClientEnvironment(
            platformOf: configuration,
            processEnvironment: ["KEYFOB_HOME": directory.path, "KEYFOB_KEY_PLACE": "file"], transport: world.provider,
            userAgent: world.browser(), clock: world.clock)
        var parameters = InteractiveParameters(scopes: Contoso.read)
        parameters.scheme = scheme
        let result = try await PublicClientApplication(configuration: configuration, environment: environment)
            .acquireToken(parameters)
        #expect(try await call(result) == 200)
        let pem = try #require(try CredentialRules.proofKey(clientID: Contoso.suite, in: environment.store)).reveal()
        #expect(pem.contains("PRIVATE KEY"))
        let body = try #require(pem.split(separator: "\n").dropFirst().first)
        let all = try #require(FileManager.default.enumerator(atPath: directory.path)).compactMap { $0 as? String }
        #expect(!all.isEmpty)
        for file in all {
            guard let bytes = FileManager.default.contents(atPath: directory.path + "/" + file) else { continue }
            #expect(bytes.range(of: Data("PRIVATE KEY".utf8)) == nil, "\(file)")
            #expect(bytes.range(of: Data(body.utf8)) == nil, "\(file)")
        }
    }
}

/// A provider that does not support bound tokens.
private struct Unbinding: HTTPTransport {
    let base: any HTTPTransport

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var request = request
        if request.url.path.hasSuffix("/token"), let form = try? request.formParameters() {
            request.body = Array(form.without(["token_type", "req_cnf"]).encoded.utf8)
        }
        return try await base.send(request)
    }
}
